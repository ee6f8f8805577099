// `--state` in every way in which the sandbox is run: worlds survive a kill and a stop, and a directory is of one
// server at a time.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { temporaryDirectory } from "../cli/temporary-directory.ts";
import { RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

setDefaultTimeout(60_000);

const order = { product: "ATLAS-1", amountMinor: "7" };

async function send({ ready }: Spawned, method: string, path: string, body?: object) {
  const headers = { "Content-Type": "application/json" };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${ready.controlUrl}/worlds${path}`, init);
  return { status: response.status, body: await response.json() };
}

describe.each(Object.entries(RUNTIMES))("worlds under %s", (_name, command) => {
  test("survive a kill and a stop, of one server at a time", async () => {
    await using directory = await temporaryDirectory();
    const state = join(directory.path, "state");
    const start = () => spawnSandbox(command, ["--state", state, "--log", "json"], directory.path);
    const first = await start();
    expect(await send(first, "PUT", "/pr-1")).toMatchObject({ status: 201 });
    expect(await send(first, "POST", "/default/orders", order)).toMatchObject({ status: 201 });
    const { status, body } = await send(first, "POST", "/pr-1/orders", order);
    expect(status).toBe(201);

    const flags = ["--port", "0", "--state", state];
    const second = Bun.spawnSync([...command, ...flags], { cwd: directory.path });
    expect([second.exitCode, second.stderr.toString()]).toEqual([
      1,
      `merchant-sandbox: The directory ${state} is used by another sandbox that is running. Stop it, or use another directory.\n`,
    ]);

    await first.stop("SIGKILL");
    const killed = await start();
    const orders = await send(killed, "GET", "/pr-1/orders");
    expect(orders.body).toContainEqual(body);
    expect((await send(killed, "GET", "/default/orders")).body).not.toContainEqual(body);
    const headers = { Authorization: `Bearer ${killed.ready.apiKey}` };
    const { baseUrl } = killed.ready;
    await (await fetch(`${baseUrl}/w/pr-1/api/v1/integration/orders`, { headers })).text();
    expect((await killed.stop()).exitCode).toBe(0);

    const stopped = await start();
    expect(await send(stopped, "GET", "/pr-1/orders")).toEqual(orders);
    expect((await send(stopped, "GET", "/pr-1/requests")).body).toMatchObject([
      { endpoint: "orders" },
    ]);
    const { stderr } = await stopped.stop();
    expect(stderr).not.toContain("warning");
  });

  test("need a directory, and a file that cannot be read is left out", async () => {
    await using directory = await temporaryDirectory({ "a/world-x.json": '{"version"', b: "" });
    const flags = (name: string) => ["--port", "0", "--state", join(directory.path, name)];
    const wrong = Bun.spawnSync([...command, ...flags("b")], { cwd: directory.path });
    expect([wrong.exitCode, wrong.stderr.toString()]).toEqual([
      2,
      expect.stringContaining(`Cannot write to the directory ${directory.path}/b: E`),
    ]);
    const spawned = await spawnSandbox(command, [...flags("a"), "--log", "json"], directory.path);
    const [warning] = await spawned.events("warning", 1);
    expect(warning?.message).toBe(
      "merchant-sandbox: warning: The state file world-x.json was left out, and not changed: it is not JSON, or only a part of it. If another version wrote it, start that version. Otherwise delete it, and make the world again.",
    );
    expect(await Bun.file(join(directory.path, "a/world-x.json")).text()).toBe('{"version"');
    await spawned.stop();
  });
});
