// The response of a server that is not trusted takes no more memory than its limits say.
import { describe, expect, test } from "bun:test";
import { readResponse, TooLargeError } from "../../src/conform/read-response.ts";

const LIMITS = { mebibytes: 1, values: 100, depth: 5 };
const read = (text: string) => readResponse(new Response(text), LIMITS);

describe("readResponse", () => {
  test("returns the text, and its JSON if it is valid", async () => {
    expect(await read('[1, {"a": "}],[{\\""}]')).toEqual({
      text: '[1, {"a": "}],[{\\""}]',
      json: [1, { a: '}],[{"' }],
    });
    expect((await read(' "é" ')).json).toBe("é");
    for (const text of ["", "<p>a, b</p>", "[1,", "{", '"', '"\\']) {
      expect(await read(text)).toEqual({ text, json: undefined });
    }
  });

  test("reads no further than its size", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled++;
          controller.enqueue(new Uint8Array(2 ** 18));
        },
      },
      { highWaterMark: 0 },
    );
    await expect(readResponse(new Response(body), LIMITS)).rejects.toEqual(
      new TooLargeError("1 MiB"),
    );
    expect(pulled).toBe(5);
  });

  test.each([
    [`[${"{},".repeat(99)}{}]`, "100 values"],
    [`[${"1,".repeat(100)}1]`, "100 values"],
    [`{${'"a":[],'.repeat(60)}"b":1}`, "100 values"],
    ["[".repeat(6), "5 levels of lists and objects"],
    ['{"a":'.repeat(6), "5 levels of lists and objects"],
  ])("does not parse JSON of too many values: %.12s", async (text, limit) => {
    await expect(read(text)).rejects.toEqual(new TooLargeError(limit));
  });

  test("counts no values in a text that is not JSON", async () => {
    expect((await read(`<p>${",".repeat(1_000)}`)).json).toBeUndefined();
    expect((await read(`"${"[,".repeat(1_000)}"`)).json).toBe("[,".repeat(1_000));
  });
});
