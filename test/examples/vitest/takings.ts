// A merchant's client: it adds up payments minus refunds for each currency. Amounts are digits of any length, so they
// are added as BigInt and never as numbers.

export interface Account {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Adds up the newest orders of a merchant that were paid. */
export async function takings({ baseUrl, apiKey }: Account): Promise<Record<string, bigint>> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${baseUrl}/api/v1/integration/orders`, { headers });
  if (answer.status === 403) throw new Error("The key may not read orders.");
  if (!answer.ok) throw new Error(`No orders: ${answer.status}`);
  const sums: Record<string, bigint> = {};
  for (const { state, currency, amountMinor, refundedMinor } of await answer.json()) {
    if (state === "PENDING") continue;
    sums[currency] = (sums[currency] ?? 0n) + BigInt(amountMinor) - BigInt(refundedMinor);
  }
  return sums;
}
