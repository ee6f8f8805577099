// Starts a sandbox that runs until the end of the job. action.yml runs it.
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const { INPUT_PACKAGE: wanted = "", INPUT_SEEDS = "", INPUT_SCENARIO = "" } = process.env;
const { GITHUB_OUTPUT = "", GITHUB_STATE = "", RUNNER_TEMP = "" } = process.env;
const source = fileURLToPath(new URL("../..", import.meta.url));
const directory = mkdtempSync(join(RUNNER_TEMP, "merchant-sandbox-"));
const ready = join(directory, "ready.json");
const log = join(directory, "log");

const isFile = wanted.endsWith(".tgz");
if (wanted !== "" && !isFile && !wanted.startsWith("@")) {
  fail(
    `Cannot install ${wanted}: the name merchant-sandbox is not registered, so the registry may have somebody else's package. ` +
      "Remove `package` to run the action's own version, or set it to the path or URL of a .tgz file, or to a package with your scope.",
  );
}
const [command, ...flags] = wanted === "" ? installSource() : installPackage();
const output = openSync(log, "w");
const child = spawn(
  command,
  [...flags, "serve", "--port", "0", "--log", "pretty", "--ready-file", ready],
  {
    detached: true,
    env: {
      ...process.env,
      MERCHANT_SANDBOX_SEEDS: INPUT_SEEDS,
      MERCHANT_SANDBOX_SCENARIO: INPUT_SCENARIO,
    },
    stdio: ["ignore", output, output],
  },
);
child.unref();
for (let tries = 0; tries < 600 && child.exitCode === null && !existsSync(ready); tries++) {
  await sleep(100);
}
if (!existsSync(ready)) {
  process.stdout.write(readFileSync(log));
  fail("merchant-sandbox did not start. See the log above.");
}
const { baseUrl, hostedUrl, controlUrl, apiKey } = JSON.parse(readFileSync(ready, "utf8"));
const outputs = {
  "base-url": baseUrl,
  "hosted-url": hostedUrl,
  "control-url": controlUrl,
  "api-key": apiKey,
};
for (const [name, value] of Object.entries(outputs)) {
  appendFileSync(GITHUB_OUTPUT, `${name}=${value ?? ""}\n`);
}
appendFileSync(GITHUB_STATE, `log=${log}\n`);

function installSource() {
  npm("ci", "--omit=dev", "--prefix", source);
  return [join(source, "node_modules/.bin/bun"), join(source, "src/main.ts")];
}

function installPackage() {
  npm("install", "--no-save", "--prefix", directory, wanted);
  return [join(directory, "node_modules/.bin/merchant-sandbox")];
}

function npm(...words) {
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", [...words, ...quiet], { stdio: ["ignore", "ignore", "inherit"] });
}

function fail(message) {
  process.stdout.write(`::error::${message}\n`);
  process.exit(1);
}
