// `conform`: checks whether a server, including the real service, keeps what the API's specification promises.
import type { Check } from "../../../conform/check.ts";
import { CHECKS } from "../../../conform/checks.ts";
import { explainFetch } from "../../../conform/explain-fetch.ts";
import { Halt, Mismatch } from "../../../conform/mismatch.ts";
import { createKeyRedactor } from "../../../conform/redact.ts";
import type { Report } from "../../../conform/report.ts";
import { jsonReport } from "../../../conform/reports/json.ts";
import { junitReport } from "../../../conform/reports/junit.ts";
import { prettyReport } from "../../../conform/reports/pretty.ts";
import { tapReport } from "../../../conform/reports/tap.ts";
import { countWaiting } from "../../../conform/retry.ts";
import { type CheckOutcome, runChecks } from "../../../conform/run.ts";
import type { ServerUnderTest } from "../../../conform/server.ts";
import { createFetch } from "../../../runtime/fetch.ts";
import { type CommandCall, defineCommand } from "../../define-command.ts";
import { warnOfProxy } from "../../server-options.ts";
import {
  CommandError,
  createProgress,
  EXIT,
  EXIT_BY_SIGNAL,
  type Progress,
  type StopSignal,
  type Terminal,
} from "../../terminal.ts";
import {
  CONFORM_OPTIONS,
  type ConformOptions,
  formatList,
  type REPORT_FORMATS,
  selectChecks,
  targetOf,
} from "./options.ts";

export const CONFORM = defineCommand({
  options: CONFORM_OPTIONS,
  secret: true,
  notes: [
    "By default it only reads, and creates checkout links, which charge nothing.",
    "--sandbox-choices also sends other methods, large and malformed bodies, and keys in other places.",
    "A check without the key that it needs is skipped. --list shows which keys each check needs.",
    "Each flag has an environment variable, which process lists do not show: --key is",
    "MERCHANT_SANDBOX_KEY, --read-only-key is MERCHANT_SANDBOX_READ_ONLY_KEY. Flags override it.",
    "Exit code: 0 no check failed, 1 a check failed, 2 wrong usage.",
  ],
  run: runConform,
});

const REPORTS: Readonly<Record<(typeof REPORT_FORMATS)[number], Report>> = {
  pretty: prettyReport,
  tap: tapReport,
  junit: junitReport,
  json: jsonReport,
};

/** Runs `conform`. Returns 0 if no check failed, else 1. Throws `UsageError` and `CommandError`. */
async function runConform({
  options,
  terminal,
}: CommandCall<typeof CONFORM_OPTIONS>): Promise<string | number> {
  const checks = selectChecks(CHECKS, options);
  if (options.list) return formatList(checks, options.format);
  const target = targetOf(options);
  warnOfProxy(target.baseUrl, terminal);
  const progress = await createProgress(terminal);
  try {
    return await conduct(target, checks, options, terminal, progress);
  } catch (error) {
    progress.clear();
    if (!(error instanceof Halt)) throw error;
    const mask = createKeyRedactor(target.keys);
    throw new CommandError(mask(explainEarlyExit(error, target.baseUrl)));
  }
}

/** Runs the checks and reports them, until all are done or the user stops it. Throws `Halt`. */
async function conduct(
  target: ServerUnderTest,
  checks: readonly Check[],
  options: ConformOptions,
  terminal: Terminal,
  progress: Progress,
): Promise<number> {
  const report = REPORTS[options.format ?? "pretty"];
  const plan = { baseUrl: createKeyRedactor(target.keys)(target.baseUrl), checks };
  const outcomes: CheckOutcome[] = [];
  const waiting = countWaiting();
  let requests = 0;
  const started = performance.now();
  const show = (what: string) => progress.show(`${outcomes.length + 1}/${checks.length} ${what}`);
  const secondsPassed = () => (performance.now() - started) / 1000;

  const send = createFetch(terminal.env);
  const counting = (url: string, init: RequestInit) => {
    requests += 1;
    return send(url, init);
  };
  const running = runChecks(
    { ...target, fetch: counting },
    {
      checks,
      allowRateLimit: options["allow-rate-limit"],
      timeoutMs: options.timeout,
      maxWaitMs: options["max-wait"],
      onWait: ({ seconds }) => {
        waiting.add(secondsPassed(), seconds);
        show(`waiting ${seconds} s after a 429`);
      },
    },
  );
  const stopped = new Promise<StopSignal>((resolve) => terminal.onStop(resolve));
  const next = () => {
    const check = checks[outcomes.length];
    if (check) show(check.id);
    return Promise.race([stopped, running.next()]);
  };
  const say = (text: string) => {
    progress.clear();
    if (text !== "") terminal.stdout(text);
  };

  let step = await next();
  say(report.begin(plan));
  for (; typeof step !== "string" && !step.done; step = await next()) {
    outcomes.push(step.value);
    say(report.add(step.value, outcomes.length));
  }
  const seconds = secondsPassed();
  const waitedSeconds = waiting.secondsBy(seconds);
  say(report.end({ ...plan, requests, outcomes, seconds, waitedSeconds }));
  if (typeof step === "string") return EXIT_BY_SIGNAL[step];
  return outcomes.some(({ result }) => result === "failed") ? EXIT.failed : EXIT.ok;
}

const ADDRESS_HINT = "Is that the address of the API, without /api/v1/integration?";

const HINTS: Readonly<Record<number, string>> = {
  401: "Is --key right, active and not expired?",
  403: "Does --key have sandbox access?",
  404: ADDRESS_HINT,
};

/** Explains why nothing could be checked, in a few lines. They may still contain a key. */
function explainEarlyExit(halt: Halt, baseUrl: string): string {
  const { cause, status, location } = halt;
  if (location !== null) {
    return `${baseUrl} redirects to ${location}.\n  Redirects are not followed. Use the address that they lead to.`;
  }
  if (status !== undefined) {
    const hint = HINTS[status] ?? "Fix this first.";
    return `Cannot check ${baseUrl}: ${halt.message}.\n  ${hint}`;
  }
  if (cause instanceof Mismatch) return `Cannot check ${baseUrl}: ${cause.message}.`;
  const met = explainFetch(cause);
  return `Cannot reach a server at ${baseUrl}: ${met}.\n  Is it running? ${ADDRESS_HINT}`;
}
