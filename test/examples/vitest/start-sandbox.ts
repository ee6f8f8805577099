// Starts one sandbox for the whole run, on free ports, and gives its address to all tests.
import { startSandbox } from "merchant-sandbox";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    controlUrl: string;
  }
}

export default async function startForAll(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await startSandbox({ port: 0 });
  project.provide("controlUrl", sandbox.controlUrl);
  return () => sandbox.close();
}
