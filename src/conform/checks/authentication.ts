// 401 for a request without an active bearer key, however it sends one, and the challenge in the response
// (§5).
import { ENDPOINT_NAMES } from "../../contract/endpoints.ts";
import type { Check } from "../check.ts";
import type { CallOptions, Client } from "../client.ts";
import { expectChallenge, expectStatus } from "../expect.ts";
import { sendValid } from "../found.ts";
import { Skipped } from "../mismatch.ts";
import type { KeyName } from "../server.ts";

interface Rejected {
  readonly name: string;
  readonly title: string;
  /** The section of the specification that states it. Otherwise it is the sandbox's choice. */
  readonly section?: string;
  readonly needs?: readonly KeyName[];
  /** Whether a bearer token is sent. The challenge then says that it is invalid. */
  readonly hasToken: boolean;
  call(client: Client): CallOptions;
}

const bearer = (text: string): CallOptions => ({ headers: { authorization: text } });

const REJECTED: readonly Rejected[] = [
  {
    name: "no-key",
    title: "no Authorization header",
    section: "5.3",
    hasToken: false,
    call: () => ({}),
  },
  {
    name: "unknown-key",
    title: "an unknown key",
    section: "5.3",
    hasToken: true,
    call: () => bearer(`Bearer unknown_${crypto.randomUUID()}`),
  },
  {
    name: "revoked-key",
    title: "a revoked key",
    section: "5.3",
    needs: ["revoked"],
    hasToken: true,
    call: () => ({ key: "revoked" }),
  },
  {
    name: "expired-key",
    title: "an expired key",
    section: "5.3",
    needs: ["expired"],
    hasToken: true,
    call: () => ({ key: "expired" }),
  },
  {
    name: "other-case-key",
    title: "a valid key in the other case",
    hasToken: true,
    call: (client) => bearer(`Bearer ${otherCase(client.token("full"))}`),
  },
  {
    name: "longer-key",
    title: "a valid key with an extra character",
    section: "5.3",
    hasToken: true,
    call: (client) => bearer(`Bearer ${client.token("full")}0`),
  },
  {
    name: "bare-key",
    title: "a valid key without Bearer",
    section: "5.1",
    hasToken: false,
    call: (client) => bearer(client.token("full")),
  },
  {
    name: "empty-bearer",
    title: "Bearer without a key",
    hasToken: false,
    call: () => bearer("Bearer"),
  },
  {
    name: "basic",
    title: "a valid key as Basic credentials",
    section: "5.1",
    hasToken: false,
    call: (client) => bearer(`Basic ${btoa(`${client.token("full")}:`)}`),
  },
  {
    name: "query-key",
    title: "a valid key in the query as api_key",
    hasToken: false,
    call: (client) => ({ query: `api_key=${encodeURIComponent(client.token("full"))}` }),
  },
  {
    name: "query-token",
    title: "a valid key in the query as access_token",
    hasToken: false,
    call: (client) => ({ query: `access_token=${encodeURIComponent(client.token("full"))}` }),
  },
  {
    name: "header-key",
    title: "a valid key in X-Api-Key",
    hasToken: false,
    call: (client) => ({ headers: { "x-api-key": client.token("full") } }),
  },
];

const ACCEPTED = [
  { name: "lower-case", scheme: "bearer " },
  { name: "upper-case", scheme: "BEARER " },
  { name: "mixed-case", scheme: "bEaReR " },
  { name: "several-spaces", scheme: "Bearer    " },
] as const;

export const authenticationChecks: readonly Check[] = [
  ...REJECTED.flatMap(rejectedChecks),
  ...ACCEPTED.map(schemeAccepted),
];

function rejectedChecks({ name, title, section, needs = [], hasToken, call }: Rejected): Check[] {
  // Why: a choice of the sandbox is tried with one endpoint, because all check the key in the same way.
  const endpoints = section === undefined ? (["ping"] as const) : ENDPOINT_NAMES;
  return [
    {
      id: `401-${name}`,
      section,
      title: `${section === undefined ? "ping" : "every endpoint"} returns 401 to ${title}`,
      needs,
      async run(client) {
        for (const endpoint of endpoints) {
          expectStatus(await sendValid(client, endpoint, call(client)), 401);
        }
      },
    },
    {
      id: `challenge-${name}`,
      title: `the challenge to ${title} ${hasToken ? "says invalid_token" : "names no error"}`,
      needs,
      async run(client) {
        const response = await client.get("ping", call(client));
        expectStatus(response, 401);
        expectChallenge(response, { error: hasToken ? "invalid_token" : undefined });
      },
    },
  ];
}

function schemeAccepted({ name, scheme }: (typeof ACCEPTED)[number]): Check {
  return {
    id: `scheme-${name}`,
    title: `ping returns 200 to a valid key after "${scheme}"`,
    async run(client) {
      expectStatus(await client.get("ping", bearer(`${scheme}${client.token("full")}`)), 200);
    },
  };
}

function otherCase(key: string): string {
  const swapped = key.replace(/[a-z]/gi, (letter) => {
    const lower = letter.toLowerCase();
    return letter === lower ? letter.toUpperCase() : lower;
  });
  if (swapped === key) throw new Skipped("the key full has no letters");
  return swapped;
}
