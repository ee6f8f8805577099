// The checks of both lists.
import * as v from "valibot";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import { LIST_LIMIT } from "../../contract/list.ts";
import type { Check } from "../check.ts";
import type { Client, ListEndpoint } from "../client.ts";
import type { ReceivedResponse } from "../exchange.ts";
import {
  expectBody,
  expectFieldOrder,
  expectJsonType,
  expectSame,
  expectStatus,
  expectTrue,
} from "../expect.ts";
import { isSameMerchant, itemsOf, listedIds } from "../found.ts";
import { Skipped } from "../mismatch.ts";

type ItemSchema = v.GenericSchema & { readonly entries: object };

/** The checks of a list with items of a schema. `fields` is the section of the specification about the fields. */
export function checksOfList(
  list: ListEndpoint,
  schema: ItemSchema,
  fields: string,
): readonly Check[] {
  const { section } = ENDPOINTS[list];
  const item = list.slice(0, -1);
  return [
    {
      id: `${list}-answer`,
      section,
      title: `${list} returns 200 with a JSON array`,
      async run(client) {
        const response = await client.get(list, { key: "full" });
        expectStatus(response, 200);
        expectJsonType(response);
        expectBody(response, v.array(v.unknown()));
      },
    },
    {
      id: `${list}-at-most-fifty`,
      section: "8.1",
      title: `${list} lists at most fifty items`,
      async run(client) {
        const { length } = await itemsOf(client, list);
        expectTrue(length <= LIST_LIMIT, `at most ${LIST_LIMIT} ${list}`, length);
      },
    },
    {
      id: `${list}-fields`,
      section: fields,
      title: `each ${item} has exactly its fields, each of its type`,
      async run(client) {
        expectBody(await filled(client, list), v.array(schema));
      },
    },
    {
      id: `${list}-field-order`,
      title: `each ${item} names its fields in the documented order`,
      async run(client) {
        expectFieldOrder(await filled(client, list), schema);
      },
    },
    {
      id: `${list}-distinct`,
      section: fields,
      title: `no ${item} is listed twice`,
      async run(client) {
        await filled(client, list);
        const ids = await listedIds(client, list);
        expectTrue(new Set(ids).size === ids.length, "ids that differ from each other", ids);
      },
    },
    {
      id: `${list}-repeatable`,
      title: `${list} returns the same bytes while nothing changes`,
      async run(client) {
        const first = await client.get(list, { key: "full" });
        const second = await client.get(list, { key: "full" });
        expectSame("the second response", second.text, first.text);
      },
    },
    {
      id: `${list}-owned`,
      section,
      title: `two merchants list no ${item} in common`,
      needs: ["otherMerchant"],
      run: (client) => expectForeign(client, list),
    },
  ];
}

/** Returns the response with a list. Skips the check if the list is empty. */
export async function filled(client: Client, list: ListEndpoint): Promise<ReceivedResponse> {
  const { length } = await itemsOf(client, list);
  if (length === 0) throw new Skipped(`the merchant has no ${list}`);
  return client.first(list, "full");
}

/** Expects two merchants' lists to have no id in common. */
async function expectForeign(client: Client, list: ListEndpoint): Promise<void> {
  if (await isSameMerchant(client, "full", "otherMerchant")) {
    throw new Skipped("the other-merchant key belongs to the same merchant");
  }
  const own = new Set(await listedIds(client, list));
  const other = await listedIds(client, list, "otherMerchant");
  if (own.size === 0 || other.length === 0) throw new Skipped(`a merchant has no ${list}`);
  const shared = other.filter((id) => own.has(id));
  expectTrue(shared.length === 0, `no ${list} in common`, shared);
}
