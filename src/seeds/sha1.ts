// SHA-1 (RFC 3174) of short texts, at once: what the web has for it answers with a promise, and what runtimes
// have takes longer to load than all embedded seeds together. Nothing secret depends on it.

/** Hashes bytes into five words of 32 bits. */
export function sha1(bytes: Uint8Array): readonly [number, number, number, number, number] {
  const message = pad(bytes);
  const words = new Int32Array(80);
  let [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let at = 0; at < message.byteLength; at += 64) {
    spread(message, at, words);
    let [a, b, c, d, e] = [h0, h1, h2, h3, h4];
    for (let n = 0; n < 80; n++) {
      const next = (rotate(a, 5) + mix(n, b, c, d) + e + (words[n] ?? 0)) | 0;
      e = d;
      d = c;
      c = rotate(b, 30);
      b = a;
      a = next;
    }
    h0 = (h0 + a) | 0;
    h1 = (h1 + b) | 0;
    h2 = (h2 + c) | 0;
    h3 = (h3 + d) | 0;
    h4 = (h4 + e) | 0;
  }
  return [h0, h1, h2, h3, h4];
}

/** Puts a bit, zeros and the length in bits behind a message, up to whole blocks of 64 bytes. */
function pad(bytes: Uint8Array): DataView {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  // Why: the length has 64 bits, of which short texts need but 32.
  view.setUint32(padded.length - 4, bytes.length * 8);
  return view;
}

/** Spreads the 16 words of a block over 80. */
function spread(message: DataView, at: number, words: Int32Array): void {
  for (let n = 0; n < 16; n++) words[n] = message.getInt32(at + 4 * n);
  for (let n = 16; n < 80; n++) {
    const earlier = (words[n - 3] ?? 0) ^ (words[n - 8] ?? 0);
    words[n] = rotate(earlier ^ (words[n - 14] ?? 0) ^ (words[n - 16] ?? 0), 1);
  }
}

function mix(n: number, b: number, c: number, d: number): number {
  if (n < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (n < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (n < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
