// The network: when responses come, and whether all of them does.
import { ENDPOINT_NAMES } from "../../contract/endpoints.ts";
import { type Dimension, fault, settings } from "../dimension.ts";

const DELAYS_MS = [50, 500, 2_000, 10_000, 20_000];

/** Makes the dimensions of the network; delays are multiplied by `scale`. */
export const networkDimensions = (scale: number): readonly Dimension[] => [
  {
    name: "delay",
    section: "4",
    relies: "responses that come at once",
    document: "promises no response time",
    endpoints: ENDPOINT_NAMES,
    choices: () => DELAYS_MS.map((ms) => fault({ delay: `${Math.ceil(ms * scale)}ms`, times: 1 })),
  },
  {
    name: "dropped",
    section: "4",
    relies: "connections that hold",
    document: "promises no availability",
    endpoints: ENDPOINT_NAMES,
    choices: () =>
      ["before", "midway"].flatMap((drop) =>
        ENDPOINT_NAMES.flatMap((endpoint) => [
          fault({ endpoint, drop, times: 1 }),
          fault({ endpoint, drop }),
        ]),
      ),
  },
  {
    name: "chunks",
    section: "4",
    relies: "responses that arrive in one piece",
    document: "does not say how a body is transferred",
    endpoints: ENDPOINT_NAMES,
    choices: () => settings("transfer", "chunked"),
  },
  {
    name: "keep-alive",
    section: "4",
    relies: "connections that are kept",
    document: "does not say that connections are kept",
    endpoints: ENDPOINT_NAMES,
    choices: () => settings("keepAlive", false),
  },
];
