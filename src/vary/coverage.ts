// What a client has received: which statuses of which endpoints, and which dimensions.
import { ENDPOINT_NAMES, type EndpointName } from "../contract/endpoints.ts";
import type { Dimension } from "./dimension.ts";
import type { Varied } from "./vary.ts";

export interface Coverage {
  /** How many requests got each status, by endpoint. */
  readonly statuses: Readonly<Record<EndpointName, Readonly<Record<string, number>>>>;
  /** How many runs had each dimension, and in how many the client asked an endpoint that it changes. */
  readonly dimensions: readonly {
    readonly name: string;
    readonly runs: number;
    readonly met: number;
  }[];
}

export function coverageOf(
  { runs }: Pick<Varied, "runs">,
  dimensions: readonly Dimension[],
): Coverage {
  const statuses = Object.fromEntries(
    ENDPOINT_NAMES.map((name): [EndpointName, Record<string, number>] => [name, {}]),
  ) as Record<EndpointName, Record<string, number>>;
  for (const { endpoint, status } of runs.flatMap(({ attempt }) => attempt.requests)) {
    if (endpoint === null) continue;
    const counts = statuses[endpoint];
    const shown = status === null ? "none" : String(status);
    counts[shown] = (counts[shown] ?? 0) + 1;
  }
  return {
    statuses,
    dimensions: dimensions.map(({ name, endpoints }) => {
      const having = runs.filter(({ variation }) =>
        variation.some(({ dimension }) => dimension.name === name),
      );
      const met = having.filter(({ attempt }) =>
        attempt.requests.some(({ endpoint }) => endpoint !== null && endpoints.includes(endpoint)),
      );
      return { name, runs: having.length, met: met.length };
    }),
  };
}
