// The text of an answer, read no further than anybody needs.

const MOST_BYTES = 16 * 1024 * 1024;

/** Reads an answer; undefined where it is longer than 16 MiB. Rejects where it breaks off. */
// Why: an answer without end would fill the memory before its time is over.
export async function readText({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
