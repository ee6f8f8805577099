// The recordings that the README shows, made by the program itself: what it prints, without what differs from run
// to run.
import { join } from "node:path";
import { writeWhole } from "../../src/runtime/files.ts";
import { temporaryDirectory } from "../cli/temporary-directory.ts";
import { RUNTIMES } from "../support/spawn-sandbox.ts";
import { formatWindows, type Line } from "./terminal.ts";

const PROGRAM = RUNTIMES.bun ?? [];
const API = "http://127.0.0.1:4700";
const HOSTED = "http://127.0.0.1:4701";

const PING = `curl -H 'Authorization: Bearer mst_acme_full' '${API}/api/v1/integration/ping'`;
const ORDERS = `curl -H 'Authorization: Bearer mst_acme_links' '${API}/api/v1/integration/orders'`;

/** The recordings by their names: each is made, as SVG, when it is asked for. */
export const RECORDINGS: Readonly<Record<string, () => Promise<string>>> = {
  "first-minute": recordFirstMinute,
  mistake: recordMistake,
  vary: recordVary,
};

/** A start, a request that is answered, one that is refused, and why. */
async function recordFirstMinute(): Promise<string> {
  await using directory = await temporaryDirectory();
  await using sandbox = await startIn(directory.path);
  const answers: Line[] = [];
  for (const command of [PING, ORDERS]) {
    answers.push(line("typed", command), ...lines(await sandbox.ask(command)));
  }
  const log = await sandbox.read(/why: .*\n/);
  return formatWindows("A start, a request, and one that is refused", [
    { title: "A terminal", lines: [line("typed", "merchant-sandbox"), ...lines(sandbox.banner)] },
    { title: "Another terminal", lines: answers },
    { title: "The first terminal", lines: lines(log) },
  ]);
}

/** An edit of the seeds with a mistake, which is rejected, and its fix, which is served. */
async function recordMistake(): Promise<string> {
  await using directory = await temporaryDirectory();
  await Bun.spawn([...PROGRAM, "init"], { cwd: directory.path, stdout: "ignore" }).exited;
  await using sandbox = await startIn(directory.path);
  const file = "sandbox-seeds/keys.yaml";
  const [was, mistake, fix] = [
    "    scopes: [catalog:read, orders:read]",
    "    scope: [catalog:read]",
    "    scopes: [catalog:read]",
  ];
  const text = await Bun.file(join(directory.path, file)).text();
  const edit = (now: string) => writeWhole(join(directory.path, file), text.replace(was, now));
  await edit(mistake);
  const refused = await sandbox.read(/^\d+ errors?\n/m);
  await edit(fix);
  const served = await sandbox.read(/reloaded: .*\n/);
  const entry = [line("kept", "  - key: mst_acme_readonly"), line("kept", "    merchant: acme")];
  return formatWindows("A mistake in the seeds, and its fix", [
    { title: file, lines: [...entry, line("removed", was), line("added", mistake)] },
    { title: "The terminal of the sandbox", lines: lines(refused) },
    { title: file, lines: [...entry, line("removed", mistake), line("added", fix)] },
    { title: "The terminal of the sandbox", lines: lines(served) },
  ]);
}

const CLIENT = [
  "const { SANDBOX_BASE_URL: url, SANDBOX_API_KEY: key } = process.env;",
  'const headers = { Authorization: "Bearer " + key };',
  'const response = await fetch(url + "/api/v1/integration/orders", { headers });',
  "const orders = await response.json();",
];
const TAKES_FIRST = "const newest = orders[0];";
const TAKES_NEWEST =
  "const [newest] = orders.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));";
const TEST = [
  "if (orders.some(({ createdAt }) => createdAt > newest.createdAt)) {",
  '  console.error("FAILED: the first order is not the newest");',
  "  process.exitCode = 1;",
  "}",
];

/** A client that relies on the order of lists, what `vary` says of it, and its fix. */
async function recordVary(): Promise<string> {
  await using directory = await temporaryDirectory();
  const flags = ["vary", "--only", "lists", "--runs", "10", "--seed", "42"];
  const words = [...flags, "--", "node", "newest.mjs"];
  const vary = async (picks: string) => {
    const path = join(directory.path, "newest.mjs");
    await Bun.write(path, [...CLIENT, picks, ...TEST].join("\n"));
    const { stdout } = Bun.spawn([...PROGRAM, ...words], {
      cwd: directory.path,
      env: { PATH: process.env.PATH },
      stderr: "ignore",
    });
    return withoutChance((await new Response(stdout).text()).replaceAll(directory.path, ""));
  };
  const typed = line("typed", ["merchant-sandbox", ...words].join(" "));
  const [caught, passed] = [await vary(TAKES_FIRST), await vary(TAKES_NEWEST)];
  return formatWindows("What a client relies on, and its fix", [
    {
      title: "newest.mjs",
      lines: [...CLIENT, TAKES_FIRST, ...TEST].map((each) => line("kept", each)),
    },
    { title: "The terminal", lines: [typed, ...lines(caught)] },
    { title: "newest.mjs", lines: [line("removed", TAKES_FIRST), line("added", TAKES_NEWEST)] },
    { title: "The terminal", lines: [typed, ...lines(passed)] },
  ]);
}

/** A sandbox as a person runs it, except for its ports, which are free ones. */
async function startIn(cwd: string) {
  const child = Bun.spawn([...PROGRAM, "--log", "pretty", "--port", "0", "--hosted-port", "0"], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdout: "ignore",
    stderr: "pipe",
    // Why: what it never prints would be waited for without an end.
    timeout: 15_000,
  });
  const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  /** Reads what it prints, as far as it has printed it, once a pattern is in it. */
  const read = async (pattern: RegExp): Promise<string> => {
    let text = "";
    while (!pattern.test(text)) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`the sandbox did not say ${pattern}, but:\n${text}`);
      text += value;
    }
    return text;
  };
  const banner = await read(/\n {4}curl .*\n\n/);
  const [api = "", hosted = ""] = banner.match(/http:\S+:\d+$/gm) ?? [];
  const mask = (text: string) =>
    withoutChance(text.replaceAll(api, API).replaceAll(hosted, HOSTED));
  return {
    banner: mask(banner),
    read: async (pattern: RegExp) => mask(await read(pattern)),
    async ask(command: string) {
      const asked = Bun.spawn(["sh", "-c", command.replace(API, api)], { stderr: "ignore" });
      return mask(await new Response(asked.stdout).text());
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

/** Takes out what differs from run to run, the ports aside. */
function withoutChance(text: string): string {
  return text
    .replace(/^\d\d:\d\d:\d\d/gm, "09:00:00")
    .replace(/\b\d+(?:\.\d)? ms\b/g, "… ms")
    .replace(/\breq_\w{7}_/g, "req_1ohaumh_");
}

const line = (kind: Line["kind"], text: string): Line => ({ kind, text });

const lines = (text: string): Line[] =>
  text
    .replace(/^\n+|\s+$/g, "")
    .split("\n")
    .map((each) => line("printed", each));
