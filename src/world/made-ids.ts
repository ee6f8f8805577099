// The ids of what is made in a world while it runs: requests, and the forms of its checkout. While the clock is
// frozen they only count, so that the same calls get the same bytes on every run; otherwise they are random.
import { deriveId } from "../model/ids.ts";

export interface MadeIds {
  /** The id of a request, like `req_k3x9a2f_00001`, by its number in the world from 1. */
  ofRequest(number: number): string;
  /** The id of a new form, a UUID. */
  ofForm(): string;
  /** How many forms were counted. */
  readonly forms: number;
}

/** The namespace of forms. */
const FORMS = "6d657263-6861-4e74-8d73-616e64626f79";
const FROZEN = "0000000";

/** Makes the source of ids of one world; `isFrozen` says whether its clock is, `forms` how many were counted before. */
export function createMadeIds(isFrozen: () => boolean, forms = 0): MadeIds {
  let random: string | undefined;
  let count = forms;
  return {
    ofRequest(number) {
      random ??= randomStart();
      return `req_${isFrozen() ? FROZEN : random}_${number.toString(36).padStart(5, "0")}`;
    },
    ofForm: () => (isFrozen() ? deriveId(`form:${++count}`, FORMS) : crypto.randomUUID()),
    get forms() {
      return count;
    },
  };
}

/** Makes the id of a request that no world has counted. */
export const createRequestId = () => `req_${randomStart()}_00000`;

function randomStart(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random.toString(36).padStart(7, "0");
}
