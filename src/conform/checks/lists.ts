// What the checks of both lists share.
import * as v from "valibot";
import type { Answer, Client, ListName } from "../client.ts";
import { expectBody, expectStatus, expectTrue } from "../expect.ts";
import { listedIds, merchantOf } from "../found.ts";
import { Skipped } from "../mismatch.ts";

/** Returns the answer that holds a list, skipping where it is empty and so shows nothing. */
export async function itemsOf(client: Client, list: ListName): Promise<Answer> {
  const answer = await client.first(list, "full");
  expectStatus(answer, 200);
  if (expectBody(answer, v.array(v.unknown())).length > 0) return answer;
  throw new Skipped(`the merchant has no ${list}`);
}

/** Expects two merchants' lists to have no id in common. */
export async function expectForeign(client: Client, list: ListName): Promise<void> {
  if ((await merchantOf(client, "full")) === (await merchantOf(client, "otherMerchant"))) {
    throw new Skipped("the key otherMerchant belongs to the same merchant");
  }
  const own = new Set(await listedIds(client, list, "full"));
  const other = await listedIds(client, list, "otherMerchant");
  if (own.size === 0 || other.length === 0) throw new Skipped(`a merchant has no ${list}`);
  const shared = other.filter((id) => own.has(id));
  expectTrue(shared.length === 0, `no ${list} in common`, shared);
}
