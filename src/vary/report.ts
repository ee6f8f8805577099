// A failure in words: what the client relies on, and where the specification leaves it open.
import { describeVariation, type Variation } from "./variation.ts";
import { CONFIRMATIONS, type Failure, isSteady } from "./vary.ts";

/** Says in one sentence what a client relies on that fails in a variation. */
export function describeReliance(variation: Variation): string {
  const reliances = variation.map(
    ({ dimension: { relies, section, document } }) =>
      `${relies}, but §${section} of the specification ${document}`,
  );
  return `The client relies on ${reliances.join("; and on ")}.`;
}

/** Says in one sentence what was found. */
export function summarizeFailure(failure: Failure): string {
  if (isSteady(failure)) return describeReliance(failure.variation);
  const passed = CONFIRMATIONS - (failure.failedAgain ?? 0);
  return `The client fails at random: it passed ${passed} of ${CONFIRMATIONS} times in the same variation.`;
}

/** Describes a failure in a few lines, the first of which says it all. */
export function describeVariationFailure(failure: Failure, chosen: number): string[] {
  const { variation, attempt, number, shrunkIn, failedAgain } = failure;
  const shrunk = failedAgain === undefined ? "not shrunk to the end" : `shrunk in ${shrunkIn} runs`;
  const request = requestOf(failure);
  return [
    summarizeFailure(failure),
    `  smallest variation: ${describeVariation(variation)}`,
    `  variation ${number} of ${chosen}, ${shrunk}`,
    ...(request === undefined ? [] : [`  request: ${request}`]),
    ...lastLines(attempt.output).map((line) => `  | ${line}`),
  ];
}

/** The last request that the variation concerns, with its response, in one line. */
export function requestOf({ variation, attempt }: Failure): string | undefined {
  const concerned = variation.flatMap(({ dimension }) => dimension.endpoints);
  const request = attempt.requests.findLast(
    ({ endpoint }) => endpoint !== null && concerned.includes(endpoint),
  );
  if (request === undefined) return undefined;
  const { method, path, status, id } = request;
  return `${method} ${path} → ${status ?? "no response"} (${id})`;
}

const SHOWN_LINES = 12;

function lastLines(output: string): string[] {
  const text = output.trim();
  return text === "" ? [] : text.split("\n").slice(-SHOWN_LINES);
}
