// Writes a result to a file that the user named.
import { openFile } from "../../../runtime/output.ts";
import { printable } from "../../../shared/printable.ts";
import { CommandError, shortReason } from "../../terminal.ts";

/** Writes a file, which is overwritten. Throws `CommandError`. */
export async function saveFile(path: string, text: string): Promise<void> {
  const fail = (error: unknown) =>
    new CommandError(
      `Cannot write ${printable(path)}: ${shortReason(error)}.\n  Choose another path.`,
    );
  let lost: unknown;
  const file = await openFile(path, (error) => {
    lost ??= error;
  }).catch((error) => {
    throw fail(error);
  });
  file.write(text);
  await file.flush();
  if (lost !== undefined) throw fail(lost);
}
