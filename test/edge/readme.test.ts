// What the README shows of a shared sandbox: the world that a pipeline makes, and the bill.
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { startEdge, TOKEN } from "./edge.ts";

setDefaultTimeout(30_000);

const README = await Bun.file(join(import.meta.dir, "../../README.md")).text();

test("a pipeline makes a world as the README shows", async () => {
  await using edge = await startEdge();
  const [, command = ""] = /```sh\n(SANDBOX=[\s\S]*?)```/.exec(README) ?? [];
  const child = Bun.spawn(["sh", "-c", command.replace(/^SANDBOX=.*/, `SANDBOX=${edge.url}`)], {
    env: { PATH: process.env.PATH, CONTROL_TOKEN: TOKEN },
  });
  const { name, baseUrl, hostedUrl, secret, expiresAt, apiKey } = JSON.parse(
    await new Response(child.stdout).text(),
  );
  expect(name).toStartWith("pr-12-");
  expect({ baseUrl, hostedUrl, secret: typeof secret, expiresAt, apiKey }).toEqual({
    baseUrl: `${edge.url}/api/w/${name}`,
    hostedUrl: `${edge.url}/w/${name}`,
    secret: "string",
    expiresAt: "2100-01-03T09:00:00.000Z",
    apiKey: "mst_acme_full",
  });
});

test("the bill of the README adds up", () => {
  const [table = ""] = /\| the plan \|[\s\S]*?\n\n/.exec(README) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .map((row) => row.split("|").slice(4, -1).map(dollarsIn));
  const sums = rows.at(-1) ?? [];
  const items = rows.slice(0, -1);
  expect(items).toHaveLength(7);
  for (const [column, sum] of sums.entries()) {
    const added = items.reduce((total, row) => total + (row[column] ?? Number.NaN), 0);
    expect(added).toBeCloseTo(sum, 2);
  }
});

function dollarsIn(cell: string): number {
  return Number(/\$([\d .]+)/.exec(cell)?.[1]?.replaceAll(" ", "") ?? 0);
}
