// The table "Where a change goes" in docs/architecture.md: a sample of each change is made in a copy of the project, in
// exactly the files that its row names. The copy passes the type check, and its sandbox has all that is new.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tsconfig from "../tsconfig.json" with { type: "json" };
import { SAMPLE_CHANGES } from "./support/sample-changes.ts";
import { type Spawned, spawnSandbox } from "./support/spawn-sandbox.ts";

const ROOT = join(import.meta.dir, "..");
const SEEDS = `
merchants: [{ slug: acme }]
keys: [{ key: mst_acme_full, merchant: acme }]
products: [{ publicCode: ATLAS-1, merchant: acme, currency: EUR, weight: 300 g }]
orders:
  - { id: "00000000-0000-4000-8000-000000000001", product: ATLAS-1, amountMinor: 5, refundedMinor: 5, createdAt: now-2d }
  - { id: "00000000-0000-4000-8000-000000000002", product: ATLAS-1, amountMinor: 5, createdAt: now-1d }
faults: [{ endpoint: products, maintenance: 7 }]
`;

let copy: string;
let sandbox: Spawned;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "merchant-sandbox-copy-"));
  await cp(join(ROOT, "src"), join(copy, "src"), { recursive: true });
  for (const shared of ["node_modules", "seeds", "docs", "dist", "README.md", "package.json"]) {
    await symlink(join(ROOT, shared), join(copy, shared));
  }
  await Bun.write(join(copy, "tsconfig.json"), JSON.stringify({ ...tsconfig, include: ["src"] }));
  await Bun.write(join(copy, "seeds.yaml"), SEEDS);
  for (const { edits, name } of Object.values(SAMPLE_CHANGES)) {
    for (const [path, edit] of Object.entries(edits)) {
      const file = join(copy, "src", path.replace(/<\w+>/, name));
      await Bun.write(
        file,
        typeof edit === "string" ? edit : replaceAll(await Bun.file(file).text(), edit),
      );
    }
  }
}, 60_000);

afterAll(async () => {
  await sandbox?.stop();
  await rm(copy, { recursive: true });
});

function replaceAll(text: string, edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((edited, [anchor, replacement]) => {
    if (!edited.includes(anchor)) throw new Error(`test/support/sample-changes.ts: no ${anchor}`);
    return edited.replace(anchor, replacement);
  }, text);
}

const TABLE = await Bun.file(join(ROOT, "docs/architecture.md")).text();

test.each(Object.entries(SAMPLE_CHANGES))("%s needs the files in its row", (change, { edits }) => {
  const row = TABLE.split("\n").find((line) => line.startsWith(`| ${change} |`)) ?? "";
  // Why: files in parentheses are optional.
  const named = row.replace(/\([^)]*\)/g, "").matchAll(/`([^`]+\.tsx?)`/g);
  expect(Array.from(named, ([, path = ""]) => path).toSorted()).toEqual(
    Object.keys(edits).toSorted(),
  );
});

test("a copy with all sample changes passes the type check", async () => {
  const tsc = Bun.spawn([join(ROOT, "node_modules/.bin/tsc"), "--project", copy], {
    stdout: "pipe",
  });
  expect([await new Response(tsc.stdout).text(), await tsc.exited]).toEqual(["", 0]);
}, 60_000);

test("the sandbox of the copy has all that is new", async () => {
  const command = [process.execPath, join(copy, "src/main.ts"), "serve"];
  sandbox = await spawnSandbox(command, [
    "--seeds",
    join(copy, "seeds.yaml"),
    "--list-order",
    "oldest",
  ]);
  const { baseUrl, hostedUrl, controlUrl } = sandbox.ready;
  const call = (name: string) =>
    fetch(`${baseUrl}/api/v1/integration/${name}`, {
      headers: { Authorization: "Bearer mst_acme_full" },
    });
  const products = `${controlUrl}/worlds/default/products`;

  // The endpoint
  expect(await (await call("refunds")).json()).toEqual(["00000000-0000-4000-8000-000000000001"]);
  // The field
  expect(await (await fetch(products)).json()).toMatchObject([{ weight: "300 g" }]);
  // The flag
  expect(await (await call("orders")).json()).toMatchObject([{ refundedMinor: "5" }, {}]);
  // The fault
  const { status, headers } = await call("products");
  expect([status, headers.get("Retry-After")]).toEqual([503, "7"]);
  // The panel
  expect(await (await fetch(`${hostedUrl}/dashboard/merchants`)).text()).toContain("Merchant acme");
  // The operation
  const withdrawn = await fetch(`${products}/withdraw`, { method: "POST" });
  expect(await withdrawn.json()).toMatchObject([{ publicCode: "ATLAS-1", status: "DRAFT" }]);
}, 60_000);
