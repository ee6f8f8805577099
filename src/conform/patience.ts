// What to do about a 429 that nobody asked for: wait as the server says and send the request again, for
// a time that has an end. A key that is refused beyond it is not sent any more.
import type { Answer } from "./exchange.ts";
import { Skipped, TooManyRequests } from "./mismatch.ts";
import { pass, secondsToWait } from "./retry-after.ts";
import { type KeyName, kebab } from "./target.ts";

/** A pause before a request is sent again. */
export interface Wait {
  readonly request: string;
  readonly seconds: number;
}

export interface PatienceOptions {
  /** How long one request may be held up in all. */
  readonly maxWaitMs: number;
  /** Told of each pause before it. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
  /** Stands in for the passing of time. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
}

/** Creates a function that makes an attempt until it is answered by something else than 429. */
export function createPatience({ maxWaitMs, onWait, sleep = pass }: PatienceOptions) {
  const refused = new Set<KeyName | undefined>();

  return async (key: KeyName | undefined, attempt: () => Promise<Answer>): Promise<Answer> => {
    if (refused.has(key)) throw new Skipped(`the server keeps answering 429 ${toWhom(key)}`);
    let left = maxWaitMs / 1000;
    for (let tries = 0; ; tries += 1) {
      const answer = await attempt();
      if (answer.status !== 429) return answer;
      const seconds = secondsToWait(answer.headers, tries);
      left -= seconds;
      if (left < 0) {
        refused.add(key);
        throw endless(answer, seconds, maxWaitMs / 1000);
      }
      onWait?.({ request: answer.request, seconds });
      await sleep(seconds * 1000);
    }
  };
}

function endless({ request }: Answer, seconds: number, most: number): TooManyRequests {
  return new TooManyRequests(
    `an answer other than 429 to ${request} within ${most} s of waiting`,
    `429, and ${seconds} s more to wait`,
  );
}

function toWhom(key: KeyName | undefined): string {
  return key === undefined ? "to requests without a key" : `to the ${kebab(key)} key`;
}
