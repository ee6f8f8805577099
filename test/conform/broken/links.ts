// Mistakes in checkout links, and in which products get one.
import { IDS } from "../../support/sandbox.ts";
import {
  type Broken,
  changing,
  editing,
  type Fields,
  HOSTED,
  heading,
  isFor,
  KEYS,
  keyOf,
  productIn,
  swapping,
  withKey,
  without,
  withStatus,
} from "./broken.ts";

/** The checks that say that a link is answered with 201. */
const STATUS_CHECKS = [
  "link-answers",
  "link-repeatable",
  "link-with-links-scope",
  "link-foreign-both-ways",
  "media-type-json",
];

const linking = (edit: (link: Fields) => Fields) =>
  editing("checkout-links", (link) => ({ ...link, ...edit(link) }));

/** Refuses, in its own way, to link one product. */
const refusing = (productId: string, status: number, body: string) =>
  changing(async (response, request) =>
    response.status === 404 && (await productIn(request)) === productId
      ? new Response(body, { status, headers: response.headers })
      : response,
  );

const BROKEN_FIELDS: readonly Broken[] = [
  {
    name: "answers 200 to checkout-links",
    fails: STATUS_CHECKS,
    server: () => swapping(201, 200),
  },
  {
    name: "redirects to the links",
    fails: STATUS_CHECKS,
    server: () => swapping(201, 303),
  },
  {
    name: "answers links as another text",
    fails: ["link-answers"],
    server: () => heading("checkout-links", "content-type", "text/json"),
  },
  {
    name: "adds an expiry to links",
    fails: ["link-fields"],
    server: () => linking(() => ({ expiresAt: "2026-10-18T09:00:00Z" })),
  },
  {
    name: "leaves the note out of links",
    fails: ["link-fields", "link-note"],
    server: () => editing("checkout-links", without("note")),
  },
  {
    name: "leaves the note empty",
    fails: ["link-note"],
    server: () => linking(() => ({ note: " " })),
  },
  {
    name: "makes links of the environment LIVE",
    fails: ["link-fields"],
    server: () => linking(() => ({ environment: "LIVE" })),
  },
  {
    name: "answers another productId than it was asked for",
    fails: ["link-product-id"],
    server: () => linking(() => ({ productId: IDS.draft })),
  },
];

const BROKEN_ADDRESSES: readonly Broken[] = [
  {
    name: "names the product by its id in productUrl",
    fails: ["link-product-url"],
    server: () => linking(({ productId }) => ({ productUrl: `${HOSTED}/p/${productId}` })),
  },
  {
    name: "has another path in productUrl",
    fails: ["link-product-url"],
    server: () => linking(() => ({ productUrl: `${HOSTED}/products/ATLAS%201%2F%C3%84` })),
  },
  {
    name: "opens a session in checkoutUrl",
    fails: ["link-checkout-url", "link-repeatable"],
    server: () =>
      linking(({ checkoutUrl }) => ({ checkoutUrl: `${checkoutUrl}?s=${crypto.randomUUID()}` })),
  },
  {
    name: "leads to two hosted addresses",
    fails: ["link-one-address"],
    server: () =>
      linking(({ checkoutUrl }) => ({ checkoutUrl: `${checkoutUrl}`.replace("4701", "4702") })),
  },
  {
    name: "leaves the hosted address out of links",
    fails: ["link-fields"],
    server: () =>
      linking(({ productId }) => ({
        productUrl: "/p/ATLAS%201%2F%C3%84",
        checkoutUrl: `/checkout/${productId}`,
      })),
  },
  {
    name: "makes another kind of link the second time",
    fails: ["link-repeatable"],
    server: () => {
      let made = 0;
      return linking(({ productId }) => {
        const hosted = made++ % 2 === 0 ? HOSTED : `${HOSTED}/again`;
        return {
          productUrl: `${hosted}/p/ATLAS%201%2F%C3%84`,
          checkoutUrl: `${hosted}/checkout/${productId}`,
        };
      });
    },
  },
];

const BROKEN_EFFECTS: readonly Broken[] = [
  {
    name: "answers 200 to the second link of a product",
    fails: STATUS_CHECKS.filter((id) => id !== "link-answers"),
    server: () => {
      let made = 0;
      return changing((answer) =>
        answer.status === 201 && made++ > 0 ? withStatus(answer, 200) : answer,
      );
    },
  },
  {
    name: "makes an order with each link",
    fails: ["link-charges-nothing"],
    server: () => {
      const made: string[] = [];
      return changing(async (response, request) => {
        if (response.status === 201) made.push(crypto.randomUUID());
        if (!isFor(request, "orders") || !response.ok) return response;
        const [order, ...others] = await response.json();
        return Response.json([...made.map((id) => ({ ...order, id })), order, ...others]);
      });
    },
  },
  {
    name: "counts a product's version up with each link",
    fails: ["link-charges-nothing"],
    server: () => {
      let version = 4;
      return async (request, real) => {
        if (isFor(request, "checkout-links")) version += 1;
        return editing<Fields[]>("products", (items) =>
          items.map((item) => ({ ...item, version })),
        )(request, real);
      };
    },
  },
  {
    name: "wants a reading scope too where links are made",
    fails: ["link-with-links-scope"],
    server: () => async (request, real) => {
      const answer = await real(request);
      return answer.status === 201 && keyOf(request) === KEYS.linksOnly
        ? withStatus(answer, 403)
        : answer;
    },
  },
];

const BROKEN_PRODUCTS_FOR_LINKS: readonly Broken[] = [
  {
    name: "makes links of products that nobody has",
    fails: ["link-unknown-product"],
    server: () =>
      changing(async (response, request) => {
        const known: unknown[] = [IDS.atlas, IDS.draft, IDS.globe];
        const isMeant = response.status === 404 && isFor(request, "checkout-links");
        return isMeant && !known.includes(await productIn(request))
          ? withStatus(response, 201)
          : response;
      }),
  },
  {
    name: "makes links of other merchants' products",
    fails: ["link-foreign-product", "link-other-merchants-key"],
    server: () => async (request, real) => {
      const answer = await real(request.clone());
      if (answer.status !== 404) return answer;
      const owner = keyOf(request) === KEYS.full ? KEYS.otherMerchant : KEYS.full;
      const owned = await real(withKey(request, owner));
      return owned.status === 201 ? owned : answer;
    },
  },
  {
    name: "makes links of unpublished products",
    fails: ["link-unpublished-product"],
    server: () => refusing(IDS.draft, 201, "{}"),
  },
  {
    name: "answers 403 for another merchant's product",
    fails: ["link-foreign-product"],
    server: () => refusing(IDS.globe, 403, "{}"),
  },
  {
    name: "answers 409 for an unpublished product",
    fails: ["link-unpublished-product"],
    server: () => refusing(IDS.draft, 409, "{}"),
  },
  {
    name: "answers 400 for a product that gives no link",
    fails: [
      "link-unknown-product",
      "link-foreign-product",
      "link-unpublished-product",
      "link-other-merchants-key",
    ],
    server: () => swapping(404, 400, "checkout-links"),
  },
  {
    name: "makes links for one merchant alone",
    fails: ["link-foreign-both-ways"],
    server: () => async (request, real) => {
      const answer = await real(request);
      return answer.status === 201 && keyOf(request) === KEYS.otherMerchant
        ? withStatus(answer, 404)
        : answer;
    },
  },
];

export const BROKEN_LINKS: readonly Broken[] = [
  ...BROKEN_FIELDS,
  ...BROKEN_ADDRESSES,
  ...BROKEN_EFFECTS,
  ...BROKEN_PRODUCTS_FOR_LINKS,
];
