// A merchant's client: it lists orders, waits on 429, and stops if its key is rejected.

export interface Account {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface Order {
  readonly id: string;
  readonly state: string;
  readonly currency: string;
  readonly amountMinor: string;
}

export class KeyRefusedError extends Error {}

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/** Lists the newest orders of a merchant. Asks three times at most. */
export async function listOrders(
  { baseUrl, apiKey }: Account,
  wait: (seconds: number) => unknown = sleep,
): Promise<Order[]> {
  for (let tries = 1; ; tries++) {
    const headers = { Authorization: `Bearer ${apiKey}` };
    const answer = await fetch(`${baseUrl}/api/v1/integration/orders`, { headers });
    if (answer.ok) return answer.json();
    if (answer.status === 401) throw new KeyRefusedError("The key is no good. Ask for another.");
    const passes = answer.status === 429 || answer.status >= 500;
    if (!passes || tries === 3) throw new Error(`No orders: ${answer.status}`);
    await wait(Number(answer.headers.get("Retry-After") ?? 1));
  }
}
