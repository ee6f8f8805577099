// What wrk is told to send, what is read of its report, and what is not taken for a figure.
import { expect, test } from "bun:test";
import { formatScript, readReport } from "./wrk.ts";

const PING = { method: "GET", path: "/ping", headers: {} };
const REFUSED_PING = { ...PING, refused: true as const };
const REPORT = `Running 10m test @ http://127.0.0.1:1/ping
  1 threads and 32 connections
  Latency Distribution
     50%  377.00us
     99%    2.53ms
  31222 requests in 400.34ms, 3.48MB read
`;
const END = "Requests/sec:  77989.49\nTransfer/sec:      8.69MB\n";
const REFUSED = `${REPORT}  Non-2xx or 3xx responses: 31222\n${END}`;

test("reads requests, requests per second and the slowest hundredth", () => {
  const load = { requests: 31_222, perSecond: 77_989.49, p99: 2.53 };
  expect(readReport(REPORT + END, [PING])).toEqual(load);
  expect(readReport(REFUSED, [REFUSED_PING])).toEqual(load);
  expect(readReport((REPORT + END).replace("2.53ms", "840.00us"), [PING]).p99).toBeCloseTo(0.84);
});

test.each([
  ["refusals", REFUSED, PING],
  ["some refusals", REFUSED.replace(": 31222", ": 7"), PING],
  ["responses that should be rejected", REPORT + END, REFUSED_PING],
  ["connections that broke", `${REPORT}  Socket errors: connect 0, read 3\n${END}`, PING],
  ["nothing at all", "unable to connect", PING],
])("takes %s for no figure", (_what, report, request) => {
  expect(() => readReport(report, [request])).toThrow("not all answers to GET /ping were right");
});

test("an error names each of the requests that were sent in turn", () => {
  const link = { method: "POST", path: "/links", headers: {}, body: "{}" };
  expect(() => readReport("", [PING, link])).toThrow(
    "answers to GET /ping, POST /links were right",
  );
});

test("one request is sent without asking the script, several are asked for in turn", () => {
  const link = { method: "POST", path: "/links", headers: { "X-A": "b" }, body: '{"c":1}' };
  const written = {
    ping: 'wrk.format("GET", "/w/alpha/ping", {  }, nil)',
    link: String.raw`wrk.format("POST", "/w/alpha/links", { ["X-A"] = "b" }, "{\"c\":1}")`,
  };
  const one = formatScript("http://h:1/w/alpha", [PING]);
  expect(one).toContain(`requests = { ${written.ping} }`);
  expect(one).not.toContain("function request()");
  expect(one).not.toContain("function delay()");
  expect(formatScript("http://h:1", [PING], 2)).toContain("function delay() return 2 end");
  const two = formatScript("http://h:1/w/alpha", [PING, link]);
  expect(two).toContain(`requests = { ${written.ping}, ${written.link} }`);
  expect(two).toContain("function request()");
});
