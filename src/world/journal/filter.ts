// Which requests of a journal are wanted.
import * as v from "valibot";
import { ENDPOINT_NAMES, type EndpointName } from "../../contract/endpoints.ts";

export const STATUS = "a status, as 401";

export const RequestFilterSchema = v.strictObject({
  endpoint: v.exactOptional(
    v.pipe(
      v.picklist(ENDPOINT_NAMES, `one of ${ENDPOINT_NAMES.join(", ")}`),
      v.description("Requests to this endpoint alone."),
    ),
  ),
  status: v.exactOptional(
    v.pipe(v.number(STATUS), v.integer(STATUS), v.minValue(100, STATUS), v.maxValue(599, STATUS)),
  ),
  since: v.exactOptional(
    v.pipe(
      v.string("the id of a request"),
      v.description("Requests after the one of this id; all if it is gone."),
    ),
  ),
});

/** Which requests are wanted; what is left out matches all. */
export interface RequestFilter {
  readonly endpoint?: EndpointName | undefined;
  readonly status?: number | undefined;
  /** Only what comes after the request of this id; where that one is not known any more, all. */
  readonly since?: string | undefined;
}
