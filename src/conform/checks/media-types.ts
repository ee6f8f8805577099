// The media type of a request body: JSON in upper or lower case, and 400 for everything else (§4, §7).
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { Check } from "../check.ts";
import { expectStatus } from "../expect.ts";
import { link, publishedProduct } from "../found.ts";

interface MediaType {
  readonly name: string;
  readonly type: string;
  /** The section of the specification that states it. Otherwise it is the sandbox's choice. */
  readonly section?: string;
}

const ACCEPTED: readonly MediaType[] = [
  { name: "json", type: "application/json", section: "4" },
  { name: "charset", type: "application/json; charset=utf-8" },
  { name: "tight-charset", type: "application/json;charset=UTF-8" },
  { name: "upper-case", type: "APPLICATION/JSON" },
];

const REJECTED: readonly MediaType[] = [
  { name: "text", type: "text/plain" },
  { name: "form", type: "application/x-www-form-urlencoded" },
  { name: "bytes", type: "application/octet-stream" },
  { name: "json-like", type: "application/json-patch+json" },
  { name: "malformed", type: "json" },
];

export const mediaTypesChecks: readonly Check[] = [
  ...ACCEPTED.map((each) => mediaTypeCheck(each, 201, `accepts a body of ${each.type}`)),
  ...REJECTED.map((each) => mediaTypeCheck(each, 400, `returns 400 for a body of ${each.type}`)),
  {
    id: "media-type-none",
    title: "checkout-links returns 400 to a body without a media type",
    async run(client) {
      const { id: productId } = await publishedProduct(client);
      // Runtime: `fetch` adds text/plain to a string, but no type to bytes.
      const body = new TextEncoder().encode(JSON.stringify({ productId }));
      const { path } = ENDPOINTS["checkout-links"];
      expectStatus(await client.send("POST", path, { key: "full", body }), 400);
    },
  },
];

function mediaTypeCheck(
  { name, type, section }: MediaType,
  status: 201 | 400,
  words: string,
): Check {
  return {
    id: `media-type-${name}`,
    section,
    title: `checkout-links ${words}`,
    async run(client) {
      const { id } = await publishedProduct(client);
      const headers = { "content-type": type };
      expectStatus(await link(client, id, { key: "full", headers }), status);
    },
  };
}
