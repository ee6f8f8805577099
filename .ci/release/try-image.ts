// Runs an image as its user would, where this machine can: unpacks what a container would get of it, and has it
// run a command with a sandbox of its own.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ARCHITECTURES, IMAGE } from "./image.ts";
import type { Machine } from "./targets.ts";
import { has, run } from "./try.ts";

interface Descriptor {
  readonly digest: string;
  readonly platform?: { readonly architecture: string };
}

const PROGRAM = "/usr/local/bin/merchant-sandbox";

/** Whether this machine can run a command in an image's root, read-only and as nobody. */
export const CAN_ENTER_IMAGE =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  Bun.spawnSync(["unshare", "--mount", "true"], { stderr: "ignore" }).success;

/** Says what went wrong as an image was run; undefined where this machine can't run it. */
export async function tryImage(
  archive: string,
  machine: Machine,
  directory: string,
): Promise<string[] | undefined> {
  const root = join(directory, "root");
  const words = findWords(machine, root);
  if (words === undefined) return undefined;
  const layout = join(directory, "layout");
  await mkdir(layout, { recursive: true });
  await runWell(["tar", "-xf", archive, "-C", layout]);
  await unpackImage(layout, machine, root);
  const { code, text } = await run(words);
  return code === 0 ? [] : [`in the image for ${machine}, exec ended with ${code}: ${text}`];
}

/** The words that run what follows them in an image's root, with the image's environment alone. */
export function wayInto(root: string): string[] {
  const script = join(import.meta.dir, "in-image.sh");
  return ["env", "-i", ...IMAGE.Env, "/usr/bin/unshare", "--mount", "/bin/sh", script, root];
}

/** Unpacks what an image layout has for a machine, as what runs a container does. */
export async function unpackImage(layout: string, machine: Machine, root: string): Promise<void> {
  const pathOf = ({ digest }: Descriptor) => join(layout, "blobs", digest.replace(":", "/"));
  const read = (path: string) => Bun.file(path).json();
  const { manifests } = await read(join(layout, "index.json"));
  const images: Descriptor[] = (await read(pathOf(manifests[0]))).manifests;
  const image = images.find(({ platform }) => platform?.architecture === ARCHITECTURES[machine]);
  if (image === undefined) throw new Error(`the image has nothing for ${machine}`);
  await mkdir(root);
  for (const layer of (await read(pathOf(image))).layers) {
    await runWell(["tar", "-xpzf", pathOf(layer), "-C", root]);
  }
}

function findWords(machine: Machine, root: string): string[] | undefined {
  if (machine === process.arch && CAN_ENTER_IMAGE) {
    return [...wayInto(root), PROGRAM, "exec", "--", PROGRAM, "--version"];
  }
  if (machine === "arm64" && has("qemu-aarch64")) {
    return ["qemu-aarch64", "-L", root, join(root, PROGRAM), "exec", "--", "true"];
  }
  return undefined;
}

async function runWell(words: string[]): Promise<void> {
  const { code, text } = await run(words);
  if (code !== 0) throw new Error(`${words.join(" ")} failed: ${text}`);
}
