// The folder of a bundle on the engine by itself, as its own configuration says: without an account, and with worlds
// that survive a kill.
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import workerd from "workerd";
import { run } from "../../src/cli/run.ts";
import { fakeTerminal } from "../cli/fake-terminal.ts";
import { temporaryDirectory } from "../cli/temporary-directory.ts";
import { TOKEN, writing } from "./edge.ts";

setDefaultTimeout(30_000);

test("a bundle runs on plain workerd, and a kill loses no world and no order", async () => {
  await using directory = await temporaryDirectory();
  const folder = join(directory.path, "bundle");
  expect(await run(["bundle", "--out", folder], fakeTerminal())).toBe(0);
  let engine = await serve(folder);
  const put = async () => {
    const path = "/_sandbox/worlds/pr-12";
    const response = await fetch(engine.url + path, writing("PUT", { scenario: "flaky" }, TOKEN));
    return [response.status, await response.json()] as const;
  };
  const [status, made] = await put();
  expect(status).toBe(201);
  const orders = `/_sandbox/worlds/${made.name}/orders`;
  for (let n = 1; n <= 3; n++) {
    const order = { product: "ATLAS-1", amountMinor: `${n}` };
    const added = await fetch(engine.url + orders, writing("POST", order, made.secret));
    expect(added.status).toBe(201);
    const { id } = await added.json();
    await engine.kill();
    engine = await serve(folder);
    const listed = await fetch(engine.url + orders, writing("GET", undefined, made.secret));
    expect(await listed.text()).toContain(id);
  }
  const [again, found] = await put();
  expect([again, found.name, found.secret]).toEqual([200, made.name, made.secret]);
  await engine.kill();
});

/** Starts the engine on any free port. */
async function serve(folder: string) {
  const flags = ["--control-fd=1", "--socket-addr=http=127.0.0.1:0"];
  // Why: the package's command starts another process, which a kill would leave.
  const child = Bun.spawn([workerd, "serve", "workerd.capnp", ...flags], {
    cwd: folder,
    env: { CONTROL_TOKENS: `web:${TOKEN}` },
    stdout: "pipe",
    stderr: "inherit",
  });
  let output = "";
  for await (const chunk of child.stdout) {
    output += new TextDecoder().decode(chunk);
    const [, port] = /"port":\s*(\d+)/.exec(output) ?? [];
    if (port === undefined) continue;
    const kill = async () => {
      child.kill("SIGKILL");
      await child.exited;
    };
    return { url: `http://127.0.0.1:${port}`, kill };
  }
  throw new Error("the engine did not start");
}
