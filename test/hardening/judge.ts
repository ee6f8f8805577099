// What is wrong with the answers to an input, if anything.
import type { Answer } from "./answers.ts";
import type { Input } from "./inputs/input.ts";
import type { Outcome } from "./send.ts";

const JSON_TYPE = /^application\/(?:problem\+)?json\b/;
const HTML_TYPE = /^text\/html\b/;

/** Says what is wrong, in a few words each; nothing where all is well. */
export function judge({ methods, marks, tells = [] }: Input, { answers, end }: Outcome): string[] {
  const faults = answers.flatMap((response) => judgeAnswer(response, marks));
  const wanted = methods?.length ?? 0;
  const isPiped = wanted > 1;
  if (answers.some(({ body }, at) => !body.includes(tells[at] ?? ""))) faults.push("out of order");
  // Runtime: Bun closes a connection on which a request comes before the one ahead of it is answered, if
  // that takes more than a moment; clients must reckon with it (RFC 9112, 9.3.2).
  const isLeft = isPiped && end === "closed";
  if (answers.length < wanted && !isLeft) faults.push(`${answers.length} of ${wanted} answers`);
  if (end === "silence") faults.push("neither answered nor closed");
  return faults;
}

function judgeAnswer({ status, headers, body }: Answer, marks: readonly string[]): string[] {
  const type = headers.get("content-type");
  const faults = [];
  // Runtime: to Bun what is no HTTP is of another version of it, 505; such a response has no headers of ours.
  if (status >= 500 && (status !== 505 || type !== undefined)) faults.push(`status ${status}`);
  const text = Buffer.from(body, "latin1").toString();
  if (HTML_TYPE.test(type ?? "") && marks.some((mark) => text.includes(mark))) {
    faults.push("a page repeats what was sent, unescaped");
  }
  const isSafe = JSON_TYPE.test(type ?? "") || headers.get("x-content-type-options") === "nosniff";
  if (body !== "" && !isSafe) faults.push(`${type ?? "no type"} without nosniff`);
  return faults;
}
