// Thousands of inputs, sound and unsound: each is answered or its connection closed, and nothing of them shows
// where it should not.
import { createInputs } from "../inputs/corpus.ts";
import { count, type Part, type Row } from "../part.ts";
import { sendInputs, type Tally } from "../send-inputs.ts";
import { makeWorld, type ProgramName, startTarget } from "../target.ts";

// Why: a page of the log shows the newest alone.
const BETWEEN_LOOKS = 400;
/** What of the texts must not be on the page that shows the requests. */
const STORED = ["<i id=mark7>", "<script>mark7()", "<img src=x onerror=mark7", "<svg onload=mark7"];

export const inputs: Part = {
  title: "Inputs",
  summary: "malformed JSON, naughty strings, flipped bits, odd paths, framing, methods and sizes",
  run: async ({ program, say }) => {
    say("with its log as JSON");
    const rows = await sendAll(program, "json", 1);
    say("with its log for people");
    return [...rows, ...(await sendAll(program, "pretty", 4))];
  },
};

/** Sends one input of every so many, with the log in one form. */
export async function sendAll(
  program: ProgramName,
  log: "json" | "pretty",
  every: number,
): Promise<Row[]> {
  await using target = await startTarget(program, { log, flags: ["--rate-limit", "off"] });
  await makeWorld(target);
  const chosen = createInputs().filter((_, at) => at % every === 0);
  const tallies: Tally[] = [];
  let stored = 0;
  for (let at = 0; at < chosen.length; at += BETWEEN_LOOKS) {
    tallies.push(await sendInputs(target, chosen.slice(at, at + BETWEEN_LOOKS)));
    const page = await (await fetch(`${target.hostedUrl}/dashboard`)).text();
    if (STORED.some((text) => page.includes(text))) stored++;
  }
  const alive = await target.probe();
  const { exitCode, stderr } = await target.end();
  const odd = log === "json" ? stderr.split("\n").filter((line) => !isEvent(line)) : [];
  return [
    describeTally(`inputs, log ${log}`, tallies),
    {
      what: `lines of the log, ${log}`,
      figure: `${count(stderr.split("\n").length - 1)} lines; ${odd.length} lines that are no event`,
      held: odd.length === 0,
    },
    {
      what: `afterwards, log ${log}`,
      figure: `the probe answers ${alive}, exit code ${exitCode}; ${stored} of ${tallies.length} looks at the dashboard found a tag of ours`,
      held: alive === 200 && exitCode === 0 && stored === 0,
    },
  ];
}

function describeTally(what: string, tallies: readonly Tally[]): Row {
  const sum = (pick: (tally: Tally) => number) => tallies.reduce((all, one) => all + pick(one), 0);
  const faults = tallies.flatMap((tally) => tally.faults);
  const figure = [
    `${count(sum(({ inputs }) => inputs))} inputs: ${formatStatuses(tallies.map(({ ours }) => ours))}`,
    `by the runtime's parser ${formatStatuses(tallies.map(({ parsers }) => parsers))}`,
    `${count(sum(({ closed }) => closed))} closed without a response`,
    `${count(sum(({ cutShort }) => cutShort))} pipelines cut short`,
    `${faults.length} faults${faults.slice(0, 3).map((fault) => ` (${fault.slice(0, 200)})`)}`,
  ];
  return { what, figure: figure.join("; "), held: faults.length === 0 };
}

function formatStatuses(maps: readonly ReadonlyMap<number, number>[]): string {
  const all = new Map<number, number>();
  for (const [status, times] of maps.flatMap((map) => [...map])) {
    all.set(status, (all.get(status) ?? 0) + times);
  }
  const sorted = [...all].sort(([one], [other]) => one - other);
  return sorted.map(([status, times]) => `${status} × ${count(times)}`).join(", ") || "none";
}

function isEvent(line: string): boolean {
  if (line === "") return true;
  try {
    return typeof JSON.parse(line).event === "string";
  } catch {
    return false;
  }
}
