// The errors of calls of the control API: those that a handle in process throws, made again from the problem that the
// sandbox sent, and one for all others.
import * as v from "valibot";
import type { Diagnostic, DiagnosticCode } from "../seeds/diagnostics/diagnostic.ts";
import { InvalidChangeError } from "../world/invalid-change.ts";
import { InvalidInputError } from "../world/invalid-input.ts";
import { WORLD_ERROR_CODES, WorldError } from "../world/world-error.ts";

/** A call that the sandbox could not be reached for, or did not allow. */
export class ControlError extends Error {
  // Runtime: a bundler may rename the class, and Node shows its name.
  static override readonly name = "ControlError";
  /** The status of the response, if there was one. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = "ControlError";
    this.status = status;
  }
}

const MistakeSchema = v.object({ path: v.string(), message: v.string() });

const DiagnosticSchema = v.object({
  ...MistakeSchema.entries,
  severity: v.picklist(["error", "warning"]),
  // Why: a newer sandbox may know more of them.
  code: v.custom<DiagnosticCode>((code) => typeof code === "string"),
  hint: v.optional(v.string()),
});

/** What the client reads of a problem. */
const ProblemSchema = v.object({
  detail: v.string(),
  code: v.fallback(v.optional(v.picklist(WORLD_ERROR_CODES)), undefined),
  errors: v.optional(v.array(v.looseObject(MistakeSchema.entries))),
});

/** Makes the error of a response that is not a success. */
export function errorOf({ method, url }: Request, { status }: Response, body: unknown): Error {
  const problem = v.safeParse(ProblemSchema, body);
  if (!problem.success) {
    const fix = "Use the address that `merchant-sandbox` prints, such as http://127.0.0.1:4701.";
    const message = `No control API of a sandbox at ${url}: ${method} returned ${status}. ${fix}`;
    return new ControlError(message, status);
  }
  const { detail, code, errors = [] } = problem.output;
  if (code !== undefined) return new WorldError(code, detail);
  if (errors.length === 0) return new ControlError(detail, status);
  const found = v.safeParse(v.array(DiagnosticSchema), errors);
  if (found.success) return new InvalidChangeError(found.output.map(diagnosticOf));
  const issues = errors.map(({ path, message }) => ({ path, message }));
  return new InvalidInputError("argument", issues);
}

function diagnosticOf({
  path,
  message,
  severity,
  code,
  hint,
}: v.InferOutput<typeof DiagnosticSchema>): Diagnostic {
  const span = { file: { path: "", text: "" }, start: 0, end: 0, pointer: path };
  return { severity, code, message, hint, span };
}
