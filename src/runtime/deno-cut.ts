// Ends answers that are still in flight. Only Deno needs it: once it shuts down with grace, it can
// no longer cut a connection. One whose client stalled within its body stays open even so, unread.

/** The answers in flight that may outlast a close: pending ones and event streams. */
export interface Cuts {
  /** Passes an answer on, remembering how to end it for as long as it is in flight. */
  track(answer: Response | Promise<Response>): Response | Promise<Response>;
  /** The same for one that is yet to come, and will not be a stream of events. */
  trackPending(answer: Promise<Response>): Promise<Response>;
  /** Ends what is in flight. */
  cutAll(): void;
}

/** Makes an answer which ends its connection once the client has all of it but the end mark. */
export function breakingOff(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const reader = response.body?.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await reader?.read();
      if (chunk?.value) controller.enqueue(chunk.value);
      else controller.error();
    },
  });
  return new Response(body, { status: response.status, headers });
}

/** Makes the cuts of one listener. */
export function createCuts(): Cuts {
  const cuts = new Set<() => void>();

  function trackPending(answer: Promise<Response>): Promise<Response> {
    return new Promise((resolve, reject) => {
      const cut = () => resolve(breakingOff(new Response(null, { status: 503 })));
      cuts.add(cut);
      answer.then(
        (response) => {
          cuts.delete(cut);
          resolve(response);
        },
        (error) => {
          cuts.delete(cut);
          reject(error);
        },
      );
    });
  }

  function trackStream(response: Response): Response {
    // Why: to touch the body of any other answer would cost it Deno's quick way of sending text.
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
    const reader = response.body?.getReader();
    if (reader === undefined) return response;
    let cut = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        cut = () => {
          controller.error();
          reader.cancel().catch(() => {});
        };
        cuts.add(cut);
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        cuts.delete(cut);
        controller.close();
      },
      cancel(reason) {
        cuts.delete(cut);
        return reader.cancel(reason);
      },
    });
    return new Response(body, response);
  }

  return {
    trackPending,
    track: (answer) =>
      answer instanceof Promise ? trackPending(answer.then(trackStream)) : trackStream(answer),
    cutAll: () => {
      for (const cut of cuts) cut();
      cuts.clear();
    },
  };
}
