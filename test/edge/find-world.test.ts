import { describe, expect, test } from "bun:test";
import { findWorld } from "../../src/edge/find-world.ts";

const A = "a-00000000000000000000000000";
const B = "b-00000000000000000000000000";
const HOST = "sandbox.example.com";

const find = (address: string, hostName?: string) => {
  const { kind, name, path, isApi } = findWorld(new URL(address), hostName);
  return [kind, name, path, isApi];
};

describe("an address names", () => {
  test.each([
    [`https://x/w/${A}/p/ATLAS-1`, "/p/ATLAS-1"],
    [`https://x/w/${A}`, "/"],
    [`https://x/_sandbox/worlds/${A}`, `/_sandbox/worlds/${A}`],
    [`https://x/w/${A}/_sandbox/worlds/${A}/clock`, `/_sandbox/worlds/${A}/clock`],
    [`https://x/w/${B}/../${A}/`, "/"],
    [`https://x/w/${B}/%2e%2e/${A}/`, "/"],
  ])("a world: %s", (address, path) => {
    expect(find(address)).toEqual(["world", A, path, false]);
    expect(find(address, HOST)[0]).toBe("missing");
    expect(find(address, "x")).toEqual(["world", A, path, false]);
  });

  test.each([
    [`https://x/w/${A}/api/v1/integration/ping`, "/api/v1/integration/ping"],
    [`https://x/api/w/${A}/api/v1/integration/ping`, "/api/v1/integration/ping"],
    [`https://x/api/w/${A}/dashboard`, "/dashboard"],
    [`https://x/api/w/${A}/_sandbox/worlds/${B}`, `/_sandbox/worlds/${B}`],
  ])("the API of a world: %s", (address, path) => {
    expect(find(address)).toEqual(["world", A, path, true]);
  });

  test.each([
    [`https://${A}.${HOST}/api/v1/integration/ping`, "/api/v1/integration/ping"],
    [`https://${A.toUpperCase()}.${HOST}/`, "/"],
    [`https://${A}.${HOST}/w/${A}/dashboard`, "/dashboard"],
  ])("a world in front of a host's name: %s", (address, path) => {
    expect(find(address, HOST)).toEqual(["world", A, path, path.startsWith("/api/")]);
  });

  test.each([
    ["https://x/", "/"],
    ["https://x/_sandbox/worlds", "/_sandbox/worlds"],
    ["https://x/_sandbox/health", "/_sandbox/health"],
    ["https://x/api/v1/integration/ping", "/api/v1/integration/ping"],
    ["https://x/wonder", "/wonder"],
  ])("none: %s", (address, path) => {
    expect(find(address)).toEqual(["shared", "", path, path.startsWith("/api/")]);
  });

  test.each([
    "https://x/w/",
    "https://x/w/default/",
    "https://x/w/slow/api/v1/integration/ping",
    "https://x/_sandbox/worlds/default/clock",
    "https://x/_sandbox/worlds/",
    `https://x/w/${A.toUpperCase()}/`,
    `https://x/w/${A.replace("a", "%61")}/`,
    `https://x/w/${A}%2f/`,
    `https://x/w/${A}%00/`,
    `https://x/w/${A}./`,
    `https://x/w/${"a".repeat(38)}${A.slice(1)}/`,
    `https://x/w/${A}/_sandbox/worlds/${B}/clock`,
    `https://x/w/${A}/_sandbox/worlds/default`,
    `https://x/w/${A}/_sandbox/worlds`,
    `https://x/w/${A}/_sandbox/worlds/`,
    `https://x/w/${A}/_sandbox/worlds/%61-00000000000000000000000000`,
  ])("no possible world: %s", (address) => {
    expect(find(address)[0]).toBe("missing");
  });

  test.each([
    `https://${A}.${HOST}/w/${B}/`,
    `https://${A}.${HOST}/api/w/${B}/`,
    `https://${A}.${HOST}/_sandbox/worlds/${B}`,
    `https://${A}.${HOST}/_sandbox/worlds`,
    `https://www.${HOST}/`,
    `https://${A}.www.${HOST}/`,
    `https://${A}.other.example.com/`,
    `https://other.example.com/w/${A}/`,
    `https://evil${HOST}/w/${A}/`,
    `https://${HOST}./w/${A}/`,
  ])("no world, if worlds are subdomains of a host: %s", (address) => {
    expect(find(address, HOST)[0]).toBe("missing");
  });
});
