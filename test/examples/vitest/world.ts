// Creates a world for one test. Vitest runs tests in separate processes, so they use HTTP.
import { inject } from "vitest";

interface MadeWorld {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Makes a world over the seeds, a scenario, or an overlay of your own. */
export async function makeWorld(wanted: { scenario?: string; seeds?: object } = {}) {
  const { name, baseUrl, apiKey }: MadeWorld = await ask("POST", "/worlds", wanted);
  return {
    baseUrl,
    apiKey,
    /** Asks the control API for something in this world. */
    control: (method: string, path: string, body?: unknown) =>
      ask(method, `/worlds/${name}${path}`, body),
  };
}

async function ask(method: string, path: string, body?: unknown) {
  const answer = await fetch(inject("controlUrl") + path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body) ?? null,
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
}
