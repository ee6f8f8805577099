// The ids that are generated in a world: of requests, and of the forms of its checkout. While the clock is frozen they
// are counted, so that every run gives the same responses. Otherwise they are random.
import { deriveId } from "../model/ids.ts";
import type { MadeCounts } from "./saved-counters.ts";

export interface MadeIds {
  /** The id of the next request, like `req_k3x9a2f_00001`. */
  ofRequest(): string;
  /** The id of a new form, a UUID. */
  ofForm(): string;
  /** How many ids were counted while the clock was frozen. */
  readonly counts: MadeCounts;
}

/** The namespace of forms. */
const FORMS = "6d657263-6861-4e74-8d73-616e64626f79";
const FROZEN = "0000000";

/** Creates the ids of one world. `isFrozen` says whether its clock is frozen. */
export function createMadeIds(
  isFrozen: () => boolean,
  { requests, forms }: MadeCounts = { requests: 0, forms: 0 },
): MadeIds {
  let random: string | undefined;
  let randomRequests = 0;
  return {
    ofRequest() {
      if (isFrozen()) return requestId(FROZEN, ++requests);
      random ??= randomStart();
      return requestId(random, ++randomRequests);
    },
    ofForm: () => (isFrozen() ? deriveId(`form:${++forms}`, FORMS) : crypto.randomUUID()),
    get counts() {
      return { requests, forms };
    },
  };
}

/** Creates the id of a request that belongs to no world. */
export const createRequestId = () => requestId(randomStart(), 0);

const requestId = (start: string, number: number) =>
  `req_${start}_${number.toString(36).padStart(5, "0")}`;

function randomStart(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random.toString(36).padStart(7, "0");
}
