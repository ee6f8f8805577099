// Writes to stdout and stderr without waiting for the reader, and detects terminals. Node and Deno use their streams,
// Bun its own API.

/** An output for text, which keeps the order. */
export interface Output {
  /** Queues a text, which may be written later. */
  write(text: string): void;
  /** Resolves when all queued texts are written or lost. */
  flush(): Promise<unknown>;
}

interface Stream {
  on(event: "error", listener: OnLoss): unknown;
  write(text: string, done: () => void): unknown;
}

type OnLoss = (error: unknown) => void;

/** Opens an output. `onLoss` gets the error if a text cannot be written. `streamOf` returns the stream of Node. */
export function openOutput(fd: 1 | 2, streamOf: () => Stream, onLoss: OnLoss): Output {
  // Runtime: in Bun, loading the streams of Node takes longer than all the rest of a start.
  return "Bun" in globalThis ? openOnBun(fd, onLoss) : openStream(streamOf(), onLoss);
}

/** Opens a file as an output, and overwrites it. Rejects if it cannot be written. */
export async function openFile(path: string, onLoss: OnLoss): Promise<Output> {
  const { createWriteStream } = await import("node:fs");
  const stream = createWriteStream(path);
  await new Promise((resolve, reject) => stream.once("open", resolve).once("error", reject));
  return openStream(stream, onLoss);
}

/** Whether it is a terminal. */
export async function isTerminal(fd: 0 | 1 | 2): Promise<boolean> {
  // Runtime: this takes Bun a thirtieth of the time that loading `node:tty` takes.
  if ("Bun" in globalThis && !(await Bun.file(fd).stat()).isCharacterDevice()) return false;
  return (await import("node:tty")).isatty(fd);
}

function openOnBun(fd: 1 | 2, onLoss: OnLoss): Output {
  const sink = (fd === 1 ? Bun.stdout : Bun.stderr).writer();
  let pending: Promise<unknown> = Promise.resolve();
  let turn: ReturnType<typeof setImmediate> | undefined;
  return {
    write(text) {
      attempt(() => sink.write(text));
      // Runtime: only now does Bun report a reader that is gone. Later it has flushed in silence.
      if (fd === 1) return flush();
      // Why: once per turn of the event loop, because under load writing a line takes as long as a request.
      turn ??= setImmediate(flush);
    },
    flush() {
      flush();
      return pending;
    },
  };

  function flush(): void {
    clearImmediate(turn);
    turn = undefined;
    attempt(() => sink.flush());
  }

  // Runtime: it throws, returns a promise or returns nothing. Only a full pipe is awaited.
  function attempt(step: () => number | Promise<number>): void {
    try {
      const done = step();
      if (done instanceof Promise) pending = Promise.all([pending, done.catch(onLoss)]);
    } catch (error) {
      onLoss(error);
    }
  }
}

function openStream(stream: Stream, onLoss: OnLoss): Output {
  let waiting = 0;
  let settle = () => {};
  const done = () => {
    waiting--;
    if (waiting === 0) settle();
  };
  // Why: an error without a listener ends the process.
  stream.on("error", onLoss);
  return {
    write(text) {
      waiting++;
      try {
        stream.write(text, done);
      } catch (error) {
        // Runtime: Deno throws synchronously if the disk is full.
        onLoss(error);
        done();
      }
    },
    flush: () =>
      new Promise<void>((resolve) => {
        settle = resolve;
        if (waiting === 0) resolve();
      }),
  };
}
