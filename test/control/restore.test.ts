// A reset or a drop that is undone.
import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { CONTROL, controlled } from "./ask.ts";

const NOTHING = (name: string) =>
  `The world ${name} was not reset or dropped in the last ten seconds, or too many others were since, so there is nothing to undo.`;

describe("POST …/restore", () => {
  test("brings back a world that was reset, with its changes, its requests and its clock", async () => {
    const made = controlled();
    await made.call("ping", { key: "mst_acme_full" });
    await made.must(200, "POST", "/worlds/default/keys/mst_acme_full/revoke");
    await made.must(200, "PUT", "/worlds/default/clock", {
      now: "2030-01-01T00:00:00Z",
      frozen: true,
    });
    const before = await made.must(200, "GET", "/worlds/default");
    await made.must(200, "POST", "/worlds/default/reset");
    made.pass(9);
    await made.must(200, "POST", "/worlds/default/restore");
    expect(await made.must(200, "GET", "/worlds/default")).toEqual(before);
    expect(await made.must(200, "GET", "/worlds/default/requests")).toHaveLength(1);
    expect((await made.call("ping", { key: "mst_acme_full" })).status).toBe(401);
    expect(await made.must(409, "POST", "/worlds/default/restore")).toMatchObject({
      detail: NOTHING("default"),
    });
  });

  test("goes back further if it is called again for a world that was reset twice", async () => {
    const made = controlled();
    const isRevoked = async () =>
      (await made.call("ping", { key: "mst_acme_full" })).status === 401;
    await made.must(200, "POST", "/worlds/default/keys/mst_acme_full/revoke");
    await made.must(200, "POST", "/worlds/default/reset");
    await made.must(200, "POST", "/worlds/default/reset");
    await made.must(200, "POST", "/worlds/default/restore");
    expect(await isRevoked()).toBe(false);
    await made.must(200, "POST", "/worlds/default/restore");
    expect(await isRevoked()).toBe(true);
    await made.must(409, "POST", "/worlds/default/restore");
  });

  test("brings back a world that was dropped", async () => {
    const made = controlled();
    await made.must(201, "POST", "/worlds", { name: "mine" });
    await made.must(204, "DELETE", "/worlds/mine");
    await made.must(404, "GET", "/worlds/mine");
    await made.must(200, "POST", "/worlds/mine/restore");
    await made.must(200, "GET", "/worlds/mine");
    expect(made.worlds.names()).toContain("mine");
  });

  test("brings back a world that was dropped by who has only its secret, and makes no other one", async () => {
    const made = controlled({ controlToken: "of-16-characters" });
    const ask = async (method: string, path: string, token: string, body: object | null = null) => {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const init = { method, headers, body: body && JSON.stringify(body) };
      return made.hosted.fetch(new Request(CONTROL + path, init));
    };
    const response = await ask("POST", "/worlds", "of-16-characters", { name: "mine" });
    const { secret } = v.parse(v.object({ secret: v.string() }), await response.json());
    expect((await ask("DELETE", "/worlds/mine", secret)).status).toBe(204);
    expect((await ask("PUT", "/worlds/mine", secret, {})).status).toBe(401);
    expect((await ask("POST", "/worlds/mine/reset", secret)).status).toBe(404);
    expect((await ask("POST", "/worlds/mine/restore", "another-of-16-characters")).status).toBe(
      404,
    );
    expect((await ask("POST", "/worlds/mine/restore", secret)).status).toBe(200);
    expect((await ask("GET", "/worlds/mine", secret)).status).toBe(200);
  });

  test("leaves no delayed response of the replaced world", async () => {
    const made = controlled();
    await made.must(200, "POST", "/worlds/default/reset");
    await made.must(200, "PUT", "/worlds/default/faults", [{ delay: "1h" }]);
    const held = made.call("ping", { key: "mst_acme_full" });
    await made.must(200, "POST", "/worlds/default/restore");
    made.worlds.release();
    expect((await held).status).toBe(200);
  });

  test("does so for ten seconds, but not if another world has taken the name", async () => {
    const made = controlled();
    await made.must(200, "POST", "/worlds/default/reset");
    made.pass(11);
    await made.must(409, "POST", "/worlds/default/restore");
    await made.must(201, "POST", "/worlds", { name: "mine" });
    await made.must(204, "DELETE", "/worlds/mine");
    await made.must(201, "POST", "/worlds", { name: "mine" });
    expect(await made.must(409, "POST", "/worlds/mine/restore")).toMatchObject({
      detail: NOTHING("mine"),
    });
  });

  test("is possible while tests next to it drop hundreds of worlds, and reset their own", async () => {
    const made = controlled();
    const drop = (count: number) => {
      for (let at = 0; at < count; at++) made.worlds.drop(made.worlds.create(`w-${at}`).name);
    };
    await made.must(200, "POST", "/worlds/default/reset");
    drop(900);
    await made.must(201, "PUT", "/worlds/mine");
    for (let n = 0; n < 200; n++) made.worlds.reset("mine");
    await made.must(200, "POST", "/worlds/default/restore");
    await made.must(200, "POST", "/worlds/default/reset");
    drop(1_000);
    await made.must(409, "POST", "/worlds/default/restore");
  });

  test("is possible for at most 20 worlds with full journals, because they take memory", async () => {
    const made = controlled();
    const names = Array.from({ length: 21 }, (_, at) => `w-${at}`);
    for (const name of names) {
      await made.must(201, "PUT", `/worlds/${name}`);
      for (let n = 0; n < 1_000; n++) await made.call("ping", { world: name });
      await made.must(204, "DELETE", `/worlds/${name}`);
    }
    await made.must(404, "POST", "/worlds/w-0/restore");
    for (const name of names.slice(1)) await made.must(200, "POST", `/worlds/${name}/restore`);
  });
});
