// What is no mistake by the specification, and other than what this sandbox chose.
import { ENDPOINTS } from "../../../src/contract/endpoints.ts";
import { IDS } from "../../support/sandbox.ts";
import {
  type Broken,
  changing,
  editing,
  type Fields,
  HOSTED,
  isFor,
  KEYS,
  keyOf,
  productIn,
  swapping,
  taking,
  withKey,
  withStatus,
} from "./broken.ts";

const PATHS: readonly string[] = Object.values(ENDPOINTS).map(({ path }) => path);

const READS = ["ping", "products", "orders"];

/** The checks that look at one answer of each kind. */
const EVERY_KIND = [
  "header-content-type",
  "header-cache-control",
  "header-request-id",
  "header-no-cors",
];

export const OTHER_CHOICES: readonly Broken[] = [
  {
    name: "tells unpublished products from unknown ones",
    fails: ["link-unpublished-product-alike"],
    server: () =>
      changing(async (response, request) => {
        if (response.status !== 404 || (await productIn(request)) !== IDS.draft) return response;
        const text = (await response.text()).replace("No published", "No longer published");
        return new Response(text, { status: 404, headers: response.headers });
      }),
  },
  {
    name: "tells products of others by a header",
    fails: ["link-foreign-product-alike"],
    server: () =>
      changing(async (response, request) => {
        if ((await productIn(request)) === IDS.globe && keyOf(request) === KEYS.full)
          response.headers.set("x-owner", "globex");
        return response;
      }),
  },
  {
    name: "leaves the public code as it is in productUrl",
    fails: ["link-product-url-encoded"],
    server: () =>
      editing("checkout-links", (link) => ({ ...link, productUrl: `${HOSTED}/p/ATLAS 1/Ä` })),
  },
  {
    name: "words the note differently each time",
    fails: ["link-permanent", "link-upper-case"],
    server: () => {
      let made = 0;
      return editing("checkout-links", (link) => ({ ...link, note: `${link.note} ${++made}` }));
    },
  },
  {
    name: "tells scopes in another order after the first time",
    fails: ["ping-repeatable", "header-origin-ignored"],
    server: () => {
      let asked = 0;
      return editing<{ scopes: string[] }>("ping", (ping) =>
        asked++ === 0 ? ping : { ...ping, scopes: ping.scopes.toReversed() },
      );
    },
  },
  {
    name: "lists orders oldest first",
    fails: ["orders-newest-first"],
    server: () => editing<Fields[]>("orders", (items) => items.toReversed()),
  },
  {
    name: "answers 401 without a challenge",
    fails: ["challenge-*", "head-without-key"],
    server: () =>
      changing((response) => {
        response.headers.delete("www-authenticate");
        return response;
      }),
  },
  {
    name: "wants Bearer with a capital letter",
    fails: ["scheme-lower-case", "scheme-upper-case", "scheme-mixed-case"],
    server: () => async (request, real) => {
      const text = request.headers.get("authorization") ?? "Bearer";
      return real(
        text.startsWith("Bearer") || !/^bearer/i.test(text) ? request : withKey(request, "nobody"),
      );
    },
  },
  {
    name: "takes a key in the query",
    fails: ["*-query-key", "*-query-token"],
    server: () => async (request, real) => {
      const [key] = new URL(request.url).searchParams.values();
      return real(key?.startsWith("mst_") ? withKey(request, key) : request);
    },
  },
  {
    name: "takes a key in X-Api-Key",
    fails: ["*-header-key"],
    server: () => async (request, real) => {
      const key = request.headers.get("x-api-key");
      return real(key === null ? request : withKey(request, key));
    },
  },
  {
    name: "wants a scope of ping, be it any",
    fails: ["ping-scopes-no-scope"],
    server: () => async (request, real) =>
      keyOf(request) === KEYS.noScope && isFor(request, "ping")
        ? real(withKey(request, KEYS.noAccess))
        : real(request),
  },
  {
    name: "pings without sandbox access",
    fails: ["403-ping-access*", "error-sandbox-access-unavailable"],
    server: () => taking(KEYS.noAccess, KEYS.full, "ping"),
  },
  {
    name: "answers unknown paths with success",
    fails: [
      "path-*",
      "order-path-*",
      ...EVERY_KIND,
      "error-route-not-found",
      "429-after-path-and-method",
    ],
    server: () =>
      changing((response, request) =>
        PATHS.includes(new URL(request.url).pathname) ? response : withStatus(response, 200),
      ),
  },
  {
    name: "answers every method as GET where there is one",
    fails: [
      "order-method-before-access",
      "order-method-before-scope",
      ...READS.flatMap((name) => [
        `order-method-before-key-${name}`,
        `method-${name}`,
        `head-${name}`,
      ]),
      "head-without-key",
      ...EVERY_KIND,
      "header-preflight",
      "error-method-not-allowed",
      "429-after-path-and-method",
    ],
    server: () => async (request, real) => {
      const isRead = PATHS.slice(0, 3).includes(new URL(request.url).pathname);
      const { headers } = request;
      return real(isRead ? new Request(request.url, { headers }) : request);
    },
  },
  {
    name: "answers 404 where the method is wrong",
    fails: [
      "order-method-*",
      "method-*",
      ...EVERY_KIND,
      "header-preflight",
      "error-method-not-allowed",
      "429-after-path-and-method",
    ],
    server: () => swapping(405, 404),
  },
  {
    name: "looks at the body before the scope",
    fails: [
      "order-access-before-input",
      "order-scope-before-input",
      "order-scope-before-media-type",
    ],
    server: () => async (request, real) => {
      const answer = await real(request.clone());
      if (answer.status !== 403 || !isFor(request, "checkout-links")) return answer;
      const checked = await real(withKey(request, KEYS.full));
      return checked.status === 400 ? checked : answer;
    },
  },
  {
    name: "takes over the caller's request id",
    fails: ["header-own-request-id"],
    server: () =>
      changing((response, request) => {
        const id = request.headers.get("x-request-id");
        if (id !== null) response.headers.set("x-request-id", id);
        return response;
      }),
  },
  {
    name: "answers 429 without Retry-After",
    fails: ["429-retry-after"],
    server: () =>
      changing((response) => {
        response.headers.delete("retry-after");
        return response;
      }),
  },
  {
    name: "counts the requests of all keys together",
    fails: ["429-by-key"],
    server: () => {
      let isEmpty = false;
      return async (request, real) => {
        const answer = await real(request);
        isEmpty ||= answer.status === 429;
        return isEmpty && keyOf(request) === KEYS.readOnly ? withStatus(answer, 429) : answer;
      };
    },
  },
];
