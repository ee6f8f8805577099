// Requests by a name that is not the sandbox's: 421 from the API and the shop where it listens on loopback.
import { describe, expect, test } from "bun:test";
import { errorText, IDS, sandbox } from "../support/sandbox.ts";

const ADDRESSES = { baseUrl: "https://api.shop.test/box", hostedUrl: "http://pay.shop.test:8443" };
const here = () =>
  sandbox({ host: "127.0.0.1", addresses: ADDRESSES, allowHosts: ["sandbox.internal"] });

const OWN = [
  ...["localhost", "LOCALHOST:4700", "127.0.0.1:4700", "127.255.0.3", "[::1]:4700"],
  ...["acme.localhost:4700", "api.shop.test", "Pay.Shop.Test:1", "sandbox.internal:4700"],
];
const FOREIGN = [
  ...["evil.test", "evil.test:4700", "127.0.0.1.nip.io", "localhost.evil.test", "evil-localhost"],
  ...["localhost.", "0.0.0.0", "192.168.1.7:4700", "127.0.0.1, evil.test", "shop.test", ""],
];

/** Sends a request as a listener hands it on. */
function sent(host: string, path: string, init: RequestInit = {}): Request {
  const base = URL.canParse(`http://${host}`) ? `http://${host}` : "http://localhost";
  return new Request(base + path, { ...init, headers: { ...init.headers, Host: host } });
}

const PING = "/api/v1/integration/ping";
const headers = { Authorization: "Bearer mst_acme_full" };

describe("the API", () => {
  test.each(OWN)("accepts a request to %p", async (host) => {
    expect((await here().api.fetch(sent(host, PING, { headers }))).status).toBe(200);
  });

  test.each(FOREIGN)(
    "responds with 421 to a request to %p, and the log names the flag that allows it",
    async (host) => {
      const made = here();
      const response = await made.api.fetch(sent(host, PING, { headers }));
      const id = response.headers.get("x-request-id") ?? "";
      expect(response.status).toBe(421);
      expect(await response.text()).toBe(
        errorText("misdirected_request", "The server does not serve this host.", id),
      );
      expect(made.records.map(({ status, why }) => ({ status, why }))).toEqual([
        {
          status: 421,
          why: `Host ${JSON.stringify(host)} is not accepted, to protect against DNS rebinding; use 127.0.0.1 or localhost, or start it with --allow-host NAME`,
        },
      ]);
    },
  );

  test("rejects a foreign name before anything else", async () => {
    for (const path of ["/nothing", `${PING}/`, "/w/nobody/api"]) {
      expect((await here().api.fetch(sent("evil.test", path))).status).toBe(421);
    }
  });

  test("accepts the program's own requests, which have no Host, at any address", async () => {
    expect((await here().call("ping", { key: "mst_acme_full" })).status).toBe(200);
  });

  test.each([undefined, "0.0.0.0", "::", "192.168.1.7", "sandbox"])(
    "accepts any name when the host is %p",
    async (host) => {
      const made = sandbox({ host });
      const response = await made.api.fetch(sent("sandbox.team.svc", PING, { headers }));
      expect(response.status).toBe(200);
    },
  );
});

describe("the shop", () => {
  const CHECKOUT = `/checkout/${IDS.atlas}`;

  test.each(OWN)("accepts a request to %p", async (host) => {
    expect((await here().hosted.fetch(sent(host, CHECKOUT))).status).toBe(200);
  });

  test.each(FOREIGN)(
    "responds with 421 to a request to %p and names the flag that allows it",
    async (host) => {
      const made = here();
      for (const path of [
        "/",
        "/p/ATLAS-1",
        CHECKOUT,
        "/openapi.json",
        "/assets/style.css",
        "/x",
      ]) {
        const response = await made.hosted.fetch(sent(host, path));
        expect(response.status).toBe(421);
        expect(await response.text()).toContain("start it with --allow-host NAME");
      }
      const form = await made.hosted.fetch(sent(host, CHECKOUT, { method: "POST", body: "a=b" }));
      expect(form.status).toBe(421);
    },
  );

  test("accepts any name when it is reachable from other machines", async () => {
    const made = sandbox({ host: "0.0.0.0" });
    expect((await made.hosted.fetch(sent("sandbox.team.svc", CHECKOUT))).status).toBe(200);
  });
});
