// What Bun carries into each executable: the libraries it is linked with, as its own notice lists them,
// with their licences by SPDX's names.

export interface Part {
  readonly name: string;
  readonly licence: string;
  readonly home: string;
  /** Under which name `process.versions` has its version or commit. */
  readonly version?: string;
}

export const BUN_PARTS: readonly Part[] = [
  part("WebKit (JavaScriptCore)", "LGPL-2.0-only", "oven-sh/WebKit", "webkit"),
  part("BoringSSL", "Apache-2.0 AND OpenSSL AND ISC", "oven-sh/boringssl", "boringssl"),
  part("brotli", "MIT", "google/brotli"),
  part("c-ares", "MIT", "c-ares/c-ares", "ares"),
  part("highway", "Apache-2.0", "google/highway"),
  part("ICU", "Unicode-3.0", "unicode-org/icu", "icu"),
  part("libarchive", "BSD-2-Clause", "libarchive/libarchive", "libarchive"),
  part("libbase64", "BSD-2-Clause", "aklomp/base64"),
  part("libdeflate", "MIT", "ebiggers/libdeflate", "libdeflate"),
  part("libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib", "libjpeg-turbo/libjpeg-turbo"),
  part("libspng", "BSD-2-Clause", "randy408/libspng"),
  part("libuv", "MIT", "libuv/libuv"),
  part("libwebp", "BSD-3-Clause", "webmproject/libwebp"),
  part("lol-html", "BSD-3-Clause", "cloudflare/lol-html", "lolhtml"),
  part("ls-hpack", "MIT", "litespeedtech/ls-hpack", "lshpack"),
  part("ls-qpack", "MIT", "litespeedtech/ls-qpack"),
  part("lsquic", "MIT AND BSD-3-Clause", "litespeedtech/lsquic"),
  part("mimalloc", "MIT", "microsoft/mimalloc", "mimalloc"),
  part("picohttpparser", "MIT", "h2o/picohttpparser", "picohttpparser"),
  part("simdutf", "Apache-2.0", "simdutf/simdutf"),
  part("SQLite", "blessing", "sqlite/sqlite", "sqlite"),
  part("TinyCC", "LGPL-2.1-only", "oven-sh/tinycc", "tinycc"),
  part("uSockets", "Apache-2.0", "uNetworking/uSockets", "usockets"),
  part("uWebSockets", "Apache-2.0", "uNetworking/uWebSockets", "uwebsockets"),
  part("uucode", "MIT", "jacobsandlund/uucode"),
  part("zlib-ng", "Zlib", "zlib-ng/zlib-ng", "zlib"),
  part("zstd", "BSD-3-Clause", "facebook/zstd", "zstd"),
];

function part(name: string, licence: string, repository: string, version?: string): Part {
  const home = `https://github.com/${repository}`;
  return version === undefined ? { name, licence, home } : { name, licence, home, version };
}
