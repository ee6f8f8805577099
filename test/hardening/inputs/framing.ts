// Framing that contradicts itself, and heads that are none.
import { KEY, LINK } from "./bases.ts";
import { HOST, type Input, unsound } from "./input.ts";

const HEAD = `POST ${LINK.target} HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n`;

/** Bodies whose length is told wrongly, twice, or in pieces that are none. */
const FRAMINGS: Readonly<Record<string, string>> = {
  "no length at all": "\r\n{}",
  "a length that is not a number": "Content-Length: x\r\n\r\n{}",
  "a length below none": "Content-Length: -1\r\n\r\n{}",
  "a length with a sign": "Content-Length: +2\r\n\r\n{}",
  "a length in hex": "Content-Length: 0x2\r\n\r\n{}",
  "a length beyond all numbers": "Content-Length: 99999999999999999999\r\n\r\n{}",
  "a length that is too long": "Content-Length: 200\r\n\r\n{}",
  "a length that is too short": "Content-Length: 1\r\n\r\n{}",
  "two lengths": "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
  "one length twice": "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
  "a list of lengths": "Content-Length: 2, 2\r\n\r\n{}",
  "a length and chunks":
    "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  "chunks twice":
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  "chunks, and then nothing of the kind":
    "Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  "an unknown encoding": "Transfer-Encoding: gzip\r\n\r\n{}",
  "an encoding with a blank": "Transfer-Encoding : chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  "an encoding on two lines": "Transfer-Encoding:\r\n chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  "a chunk without a size": "Transfer-Encoding: chunked\r\n\r\n\r\n{}\r\n0\r\n\r\n",
  "a chunk of a size that is none": "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
  "a chunk below none": "Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
  "a chunk beyond all numbers":
    "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n0\r\n\r\n",
  "a chunk that is too long": "Transfer-Encoding: chunked\r\n\r\n9\r\n{}\r\n0\r\n\r\n",
  "a chunk that is too short": "Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n",
  "a chunk without its end": "Transfer-Encoding: chunked\r\n\r\n2\r\n{}",
  "chunks without the last": "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
  "chunks with line feeds alone": "Transfer-Encoding: chunked\n\n2\n{}\n0\n\n",
  "a chunk's extension": 'Transfer-Encoding: chunked\r\n\r\n2;a="b\\"c"\r\n{}\r\n0\r\n\r\n',
  "an extension of 100 KB": `Transfer-Encoding: chunked\r\n\r\n2;${"a".repeat(100_000)}\r\n{}\r\n0\r\n\r\n`,
  "a trailer": "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Trailer: 1\r\n\r\n",
  "a trailer with a length":
    "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n",
  "a trailer of 100 KB": `Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: ${"a".repeat(100_000)}\r\n\r\n`,
  "ten thousand chunks": `Transfer-Encoding: chunked\r\n\r\n${"1\r\na\r\n".repeat(10_000)}0\r\n\r\n`,
  "an expectation that is none": "Expect: 7-up\r\nContent-Length: 2\r\n\r\n{}",
  "an expectation": "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
  "an upgrade":
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nContent-Length: 2\r\n\r\n{}",
  "an upgrade to HTTP/2":
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nContent-Length: 2\r\n\r\n{}",
};

const WHOLE: Readonly<Record<string, string>> = {
  "nothing but line ends": "\r\n\r\n\r\n",
  "no HTTP": "hello\r\n\r\n",
  "HTTP/0.9": `GET ${LINK.target}\r\n`,
  "HTTP/1.0": `GET ${LINK.target} HTTP/1.0\r\n\r\n`,
  "HTTP/3.7": `GET / HTTP/3.7\r\nHost: ${HOST}\r\n\r\n`,
  "HTTP of letters": `GET / HTTP/x.y\r\nHost: ${HOST}\r\n\r\n`,
  "HTTP/2 from the start": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
  "a handshake of TLS": "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03",
  "an address in the request line": `GET http://${HOST}/docs HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
  "an address of another": `GET http://example.test/docs HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
  "a star": `OPTIONS * HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
  "a host and port": `CONNECT ${HOST} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
  "no host": "GET / HTTP/1.1\r\n\r\n",
  "an empty host": "GET / HTTP/1.1\r\nHost: \r\n\r\n",
  "two hosts": `GET / HTTP/1.1\r\nHost: ${HOST}\r\nHost: evil.test\r\n\r\n`,
  "a host that is none": "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
  "a host with a script": "GET / HTTP/1.1\r\nHost: <script>mark7()</script>\r\n\r\n",
  "a header without a colon": `GET / HTTP/1.1\r\nHost: ${HOST}\r\nnonsense\r\n\r\n`,
  "a header without a name": `GET / HTTP/1.1\r\nHost: ${HOST}\r\n: x\r\n\r\n`,
  "a header with a blank in its name": `GET / HTTP/1.1\r\nHost: ${HOST}\r\nX Y: x\r\n\r\n`,
  "a header on two lines": `GET / HTTP/1.1\r\nHost: ${HOST}\r\nX: a\r\n b\r\n\r\n`,
  "a header with a NUL": `GET / HTTP/1.1\r\nHost: ${HOST}\r\nX: a\0b\r\n\r\n`,
  "line feeds alone": `GET / HTTP/1.1\nHost: ${HOST}\n\n`,
  "carriage returns alone": `GET / HTTP/1.1\rHost: ${HOST}\r\r`,
  "a blank before all": ` GET / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
  "a header of a prototype": `GET / HTTP/1.1\r\nHost: ${HOST}\r\n__proto__: x\r\nconstructor: y\r\n\r\n`,
};

/** Framing that contradicts itself, and heads that are none. */
export function framingInputs(): Input[] {
  const bodies = Object.entries(FRAMINGS).flatMap(([what, rest]) =>
    [HEAD, toControl(HEAD)].map((head, index) =>
      unsound("odd framing", what, index === 0 ? "api" : "hosted", head + rest),
    ),
  );
  const heads = Object.entries(WHOLE).flatMap(([what, bytes]) =>
    (["api", "hosted"] as const).map((to) => unsound("odd heads", what, to, bytes)),
  );
  return [...bodies, ...heads];
}

const toControl = (head: string) => head.replace(LINK.target, "/_sandbox/worlds");
