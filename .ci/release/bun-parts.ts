// The libraries that Bun links into each executable, as its own notice lists them, with their licences as SPDX
// names them.

/** Each part's name, licence, repository on GitHub, and the name of its version in `process.versions`. */
export const BUN_PARTS: readonly (readonly [string, string, string, string?])[] = [
  ["WebKit (JavaScriptCore)", "LGPL-2.0-only", "oven-sh/WebKit", "webkit"],
  ["BoringSSL", "Apache-2.0 AND OpenSSL AND ISC", "oven-sh/boringssl", "boringssl"],
  ["brotli", "MIT", "google/brotli"],
  ["c-ares", "MIT", "c-ares/c-ares", "ares"],
  ["highway", "Apache-2.0", "google/highway"],
  ["ICU", "Unicode-3.0", "unicode-org/icu", "icu"],
  ["libarchive", "BSD-2-Clause", "libarchive/libarchive", "libarchive"],
  ["libbase64", "BSD-2-Clause", "aklomp/base64"],
  ["libdeflate", "MIT", "ebiggers/libdeflate", "libdeflate"],
  ["libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib", "libjpeg-turbo/libjpeg-turbo"],
  ["libspng", "BSD-2-Clause", "randy408/libspng"],
  ["libuv", "MIT", "libuv/libuv"],
  ["libwebp", "BSD-3-Clause", "webmproject/libwebp"],
  ["lol-html", "BSD-3-Clause", "cloudflare/lol-html", "lolhtml"],
  ["ls-hpack", "MIT", "litespeedtech/ls-hpack", "lshpack"],
  ["ls-qpack", "MIT", "litespeedtech/ls-qpack"],
  ["lsquic", "MIT AND BSD-3-Clause", "litespeedtech/lsquic"],
  ["mimalloc", "MIT", "microsoft/mimalloc", "mimalloc"],
  ["picohttpparser", "MIT", "h2o/picohttpparser", "picohttpparser"],
  ["simdutf", "Apache-2.0", "simdutf/simdutf"],
  ["SQLite", "blessing", "sqlite/sqlite", "sqlite"],
  ["TinyCC", "LGPL-2.1-only", "oven-sh/tinycc", "tinycc"],
  ["uSockets", "Apache-2.0", "uNetworking/uSockets", "usockets"],
  ["uWebSockets", "Apache-2.0", "uNetworking/uWebSockets", "uwebsockets"],
  ["uucode", "MIT", "jacobsandlund/uucode"],
  ["zlib-ng", "Zlib", "zlib-ng/zlib-ng", "zlib"],
  ["zstd", "BSD-3-Clause", "facebook/zstd", "zstd"],
];
