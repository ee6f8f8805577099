// What docs/cloudflare.md shows: the world that a pipeline makes.
import { expect, setDefaultTimeout, test } from "bun:test";
import { readMarkdown } from "../support/markdown.ts";
import { startEdge, TOKEN } from "./edge.ts";

setDefaultTimeout(30_000);

const PAGE = await readMarkdown("docs/cloudflare.md");

test("a pipeline makes a world as the docs show", async () => {
  await using edge = await startEdge();
  const command = PAGE.blocks.find(({ body }) => body.startsWith("SANDBOX="))?.body ?? "";
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
