// How long it takes to load seeds, and how much memory at the peak, against bare js-yaml on the same
// file. Each figure is the median of fresh processes that take turns.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, writeOrders } from "./orders.ts";

const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = 7;
const READERS = ["js-yaml", "ours"] as const;

interface Figures {
  readonly ms: number;
  readonly peakMb: number;
}

for (const size of SIZES) {
  const path = join(tmpdir(), `merchant-sandbox-bench-${size}.yaml`);
  writeFileSync(path, writeOrders(size));
  const figures: Record<(typeof READERS)[number], Figures[]> = { "js-yaml": [], ours: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const reader of READERS) figures[reader].push(measure(reader, path));
  }
  const [bare, ours] = READERS.map((reader) => ({
    ms: median(figures[reader].map(({ ms }) => ms)),
    peakMb: median(figures[reader].map(({ peakMb }) => peakMb)),
  }));
  if (bare === undefined || ours === undefined) break;
  print(
    `${size} orders: js-yaml ${format(bare)}; ours ${format(ours)}; ` +
      `time × ${(ours.ms / bare.ms).toFixed(2)}, memory × ${(ours.peakMb / bare.peakMb).toFixed(2)}`,
  );
}

function print(line: string) {
  process.stdout.write(`${line}\n`);
}

function measure(reader: string, path: string): Figures {
  const { stdout } = Bun.spawnSync([
    process.execPath,
    join(import.meta.dir, "load-once.ts"),
    reader,
    path,
  ]);
  return JSON.parse(stdout.toString());
}

function format({ ms, peakMb }: Figures): string {
  return `${ms.toFixed(0)} ms, ${peakMb.toFixed(0)} MB`;
}
