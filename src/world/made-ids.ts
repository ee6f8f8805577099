// The ids of what is made in a world while it runs: requests, and the forms of its checkout. While the clock is
// frozen they only count, so that the same calls get the same bytes on every run; otherwise they are random.
import { deriveId } from "../model/ids.ts";

/** How many ids were counted while the clock was frozen. */
export interface MadeCounts {
  readonly requests: number;
  readonly forms: number;
}

export interface MadeIds {
  /** The id of the next request, like `req_k3x9a2f_00001`. */
  ofRequest(): string;
  /** The id of a new form, a UUID. */
  ofForm(): string;
  readonly counts: MadeCounts;
}

/** The namespace of forms. */
const FORMS = "6d657263-6861-4e74-8d73-616e64626f79";
const FROZEN = "0000000";

/** Makes the source of ids of one world; `isFrozen` says whether its clock is. */
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

/** Makes the id of a request that no world has counted. */
export const createRequestId = () => requestId(randomStart(), 0);

const requestId = (start: string, number: number) =>
  `req_${start}_${number.toString(36).padStart(5, "0")}`;

function randomStart(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random.toString(36).padStart(7, "0");
}
