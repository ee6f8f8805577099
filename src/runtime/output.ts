// Writing to stdout and stderr without waiting for whoever reads them, and whether one of them is a terminal.
// Node and Deno do it by their streams, Bun by its own.

/** Where text goes, in order. */
export interface Output {
  /** Hands a text over; it may be written later. */
  write(text: string): void;
  /** Resolves once all is written that was handed over, or lost. */
  flush(): Promise<unknown>;
}

interface Stream {
  on(event: "error", listener: OnLoss): unknown;
  write(text: string, done: () => void): unknown;
}

type OnLoss = (error: unknown) => void;

/** Opens an output; `onLoss` gets what kept a text from being written. `streamOf` finds it among Node's streams. */
export function openOutput(fd: 1 | 2, streamOf: () => Stream, onLoss: OnLoss): Output {
  // Runtime: in Bun the streams of Node take longer to load than all the rest of a start.
  return "Bun" in globalThis ? openOnBun(fd, onLoss) : openStream(streamOf(), onLoss);
}

/** Opens a file as an output, in place of what it held. Rejects if it cannot be written. */
export async function openFile(path: string, onLoss: OnLoss): Promise<Output> {
  const { createWriteStream } = await import("node:fs");
  const stream = createWriteStream(path);
  await new Promise((resolve, reject) => stream.once("open", resolve).once("error", reject));
  return openStream(stream, onLoss);
}

/** Whether a person reads or writes there. */
export async function isTerminal(fd: 0 | 1 | 2): Promise<boolean> {
  // Runtime: Bun says what it is in a thirtieth of the time that it takes to load `node:tty`.
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
      // Why: once a turn, because under load a line a request costs as much as the request.
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

  // Runtime: it throws at once, promises or returns nothing, as it comes; only what a full pipe holds up is awaited.
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
  // Why: an error that nobody listens to ends the process.
  stream.on("error", onLoss);
  return {
    write(text) {
      waiting++;
      try {
        stream.write(text, done);
      } catch (error) {
        // Runtime: Deno throws at once where a file takes no more.
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
