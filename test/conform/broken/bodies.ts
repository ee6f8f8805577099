// Mistakes in what is taken for a request of a link.
import { IDS } from "../../support/sandbox.ts";
import {
  type Broken,
  changing,
  type Fields,
  parse,
  rewriting,
  swapping,
  withStatus,
} from "./broken.ts";

const LINK = JSON.stringify({ productId: IDS.atlas });

const NO_JSON = [
  "body-none",
  "body-empty",
  "body-blank",
  "body-truncated",
  "body-trailing-comma",
  "body-trailing-text",
  "body-single-quotes",
  "body-form",
];
const SCALARS = ["body-null", "body-string", "body-number", "body-boolean"];
const NO_TEXTS = [
  "body-null-id",
  "body-number-id",
  "body-boolean-id",
  "body-array-id",
  "body-object-id",
];
const NO_UUIDS = [
  "body-empty-id",
  "body-word-id",
  "body-short-id",
  "body-long-id",
  "body-no-hex-id",
];
const EXTRA_FIELDS = [
  "body-extra-field",
  "body-extra-null",
  "body-extra-proto",
  "body-extra-constructor",
];

/** Repairs objects that are not right. */
const repairing = (repair: (body: Fields) => Fields) =>
  rewriting((text) => {
    const body = parse(text);
    return isObject(body) ? JSON.stringify(repair(body)) : text;
  });

/** Answers another status to what is wrong in one way. */
const refusing = (status: number, isMeant: (body: unknown) => boolean) =>
  changing(async (response, request) => {
    const isWrong = response.status === 400 && isMeant(parse(await request.clone().text()));
    return isWrong ? withStatus(response, status) : response;
  });

export const BROKEN_BODIES: readonly Broken[] = [
  {
    name: "makes a link whatever the body",
    fails: [
      "body-*",
      "link-unknown-product",
      "link-foreign-product",
      "link-unpublished-product",
      "link-foreign-both-ways",
    ],
    server: () => rewriting(() => LINK),
  },
  {
    name: "answers 422 to a wrong body",
    fails: ["body-*"],
    server: () => swapping(400, 422),
  },
  {
    name: "fails over what is no JSON",
    fails: NO_JSON,
    server: () => refusing(500, (body) => body === undefined),
  },
  {
    name: "fails over JSON that is no object",
    fails: ["body-array", ...SCALARS],
    server: () => refusing(500, (body) => body !== undefined && !isObject(body)),
  },
  {
    name: "fails over a productId that is no UUID",
    fails: [...NO_TEXTS, ...NO_UUIDS],
    server: () => refusing(500, (body) => isObject(body) && `${Object.keys(body)}` === "productId"),
  },
  {
    name: "answers 404 for a productId that is no UUID",
    fails: NO_UUIDS,
    server: () =>
      refusing(
        404,
        (body) =>
          isObject(body) && Object.keys(body).length === 1 && typeof body.productId === "string",
      ),
  },
  {
    name: "answers 404 where productId is missing",
    fails: ["body-missing-id", "body-other-case", "body-inherited-id"],
    server: () => refusing(404, (body) => isObject(body) && body.productId === undefined),
  },
  {
    name: "takes extra fields",
    fails: EXTRA_FIELDS,
    server: () => repairing(({ productId }) => ({ productId })),
  },
  {
    name: "takes names of fields in any case",
    fails: ["body-other-case"],
    server: () => rewriting((text) => text.replace('"ProductId"', '"productId"')),
  },
  {
    name: "takes fields that are inherited",
    fails: ["body-inherited-id"],
    server: () => rewriting((text) => text.replace(/^\{"__proto__":(.*)\}$/, "$1")),
  },
  {
    name: "takes a list of one",
    fails: ["body-array"],
    server: () => rewriting((text) => text.replace(/^\[(\{.*\})\]$/, "$1")),
  },
  {
    name: "takes a bare id",
    fails: ["body-string"],
    server: () => rewriting((text) => text.replace(/^"[^"]+"$/, '{"productId":$&}')),
  },
  {
    name: "takes forms",
    fails: ["body-form"],
    server: () => rewriting((text) => text.replace(/^productId=(.*)$/, '{"productId":"$1"}')),
  },
  {
    name: "takes trailing commas",
    fails: ["body-trailing-comma"],
    server: () => rewriting((text) => text.replace(/,\}$/, "}")),
  },
  {
    name: "reads no further than the object",
    fails: ["body-trailing-text"],
    server: () => rewriting((text) => text.replace(/\}x$/, "}")),
  },
  {
    name: "completes JSON that breaks off",
    fails: ["body-truncated"],
    server: () => rewriting((text) => (/^\{"productId":"[^"]+"$/.test(text) ? `${text}}` : text)),
  },
  {
    name: "takes single quotes",
    fails: ["body-single-quotes"],
    server: () => rewriting((text) => text.replaceAll("'", '"')),
  },
  {
    name: "takes ids in lists",
    fails: ["body-array-id"],
    server: () => rewriting((text) => text.replace(/:\[("[^"]+")\]/, ":$1")),
  },
  {
    name: "cuts off what a UUID is too long by",
    fails: ["body-long-id"],
    server: () => rewriting((text) => text.replace(`${IDS.atlas}0`, IDS.atlas)),
  },
  {
    name: "finds a product by the beginning of its id",
    fails: ["body-short-id"],
    server: () => rewriting((text) => text.replace(`${IDS.atlas.slice(0, -1)}"`, `${IDS.atlas}"`)),
  },
  {
    name: "takes no body for the last product",
    fails: ["body-none", "body-empty", "body-blank"],
    server: () => rewriting((text) => (text.trim() === "" ? LINK : text)),
  },
];

function isObject(body: unknown): body is Fields {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}
