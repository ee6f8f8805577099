// The journal's stream on a real connection, in every way in which the sandbox is run: each request as it
// is answered, the rest after a connection that broke, and an end with the sandbox.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { RUNTIMES, spawnSandbox } from "../support/spawn-sandbox.ts";

setDefaultTimeout(30_000);

const HELLO = ": an event for each response\n\n";

/** Opens a stream of events, and reads it event by event. */
async function follow(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    type: response.headers.get("content-type"),
    /** The next event, comments too; undefined at the end. */
    async next(): Promise<string | undefined> {
      while (!text.includes("\n\n")) {
        const chunk = await reader?.read().catch(() => undefined);
        if (chunk?.value === undefined) return undefined;
        text += decoder.decode(chunk.value, { stream: true });
      }
      const end = text.indexOf("\n\n") + 2;
      const event = text.slice(0, end);
      text = text.slice(end);
      return event;
    },
    leave: () => reader?.cancel(),
  };
}

const idOf = (event = "") => /^id: (.*)$/m.exec(event)?.[1];

describe.each(Object.entries(RUNTIMES))("the stream of requests under %s", (_name, command) => {
  test("sends each request, resumes after a break, and ends with the sandbox", async () => {
    const { ready, stop } = await spawnSandbox(command, ["--log", "off"]);
    const stream = `${ready.controlUrl}/worlds/default/requests/stream`;
    const ping = async (key: string) => {
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await fetch(`${ready.baseUrl}/api/v1/integration/ping`, { headers });
      return answer.headers.get("x-request-id") ?? "";
    };

    const first = await follow(stream);
    expect([first.type, await first.next()]).toEqual(["text/event-stream", HELLO]);
    const ids = [await ping(ready.apiKey)];
    expect(idOf(await first.next())).toBe(ids[0] ?? "");
    await first.leave();

    ids.push(await ping("mst_unknown_key"), await ping(ready.apiKey));
    const second = await follow(stream, { "Last-Event-ID": ids[0] ?? "" });
    expect(await second.next()).toBe(HELLO);
    expect(idOf(await second.next())).toBe(ids[1] ?? "");
    expect(idOf(await second.next())).toBe(ids[2] ?? "");

    const ended = second.next();
    expect((await stop()).exitCode).toBe(0);
    expect(await ended).toBeUndefined();
  });
});
