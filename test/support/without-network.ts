// Runs a command that may listen and respond but call nobody: Linux kills it, and whatever it starts, on the spot where
// it connects, sends to an address, or opens a socket for datagrams, as asking for a name does. Needs no privilege.
import { dlopen, ptr } from "bun:ffi";

/** The numbers of the calls, on the machines that the tests know. */
const CALLS: Readonly<Record<string, { socket: number; connect: number; sendto: number }>> = {
  x64: { socket: 41, connect: 42, sendto: 44 },
  arm64: { socket: 198, connect: 203, sendto: 206 },
};
const calls = CALLS[process.arch];

/** Whether this machine can do so. */
export const CAN_CUT_OFF = process.platform === "linux" && calls !== undefined;
/** What goes before a command, and the signal that ends it if it calls out. */
export const CUT_OFF: readonly string[] = [process.execPath, import.meta.path];
export const KILLED_BY = "SIGSYS";

if (import.meta.main && calls !== undefined) {
  const { prctl, execvp } = dlopen("libc.so.6", {
    prctl: { args: ["int", "u64", "ptr", "u64", "u64"], returns: "int" },
    execvp: { args: ["ptr", "ptr"], returns: "int" },
  }).symbols;
  const filter = filterOf(calls);
  const program = new BigUint64Array([BigInt(filter.length), BigInt(ptr(filter))]);
  const words = process.argv.slice(2).map((word) => Buffer.from(`${word}\0`));
  const [file = Buffer.from("\0")] = words;
  const list = new BigUint64Array([...words.map((word) => BigInt(ptr(word))), 0n]);
  const refused = prctl(38, 1n, null, 0n, 0n) || prctl(22, 2n, ptr(program), 0n, 0n);
  if (refused === 0) execvp(ptr(file), ptr(list));
  throw new Error(`can't run ${process.argv[2]} without a network`);
}

/** The filter as the kernel takes it: an instruction is a code, two relative jumps and an operand. */
function filterOf({ socket, connect, sendto }: NonNullable<typeof calls>): BigUint64Array {
  const [load, and, equal, end] = [0x20, 0x54, 0x15, 0x06];
  const [allow, kill, datagram] = [0x7fff0000, 0x80000000, 2];
  const [number, kind, addressLow, addressHigh] = [0, 24, 48, 52];
  const instructions: readonly (readonly [code: number, yes: number, no: number, k: number])[] = [
    [load, 0, 0, number],
    [equal, 10, 0, connect],
    [equal, 1, 0, socket],
    [equal, 3, 7, sendto],
    [load, 0, 0, kind],
    [and, 0, 0, 0xf],
    [equal, 5, 4, datagram],
    [load, 0, 0, addressLow],
    [equal, 0, 3, 0],
    [load, 0, 0, addressHigh],
    [equal, 0, 1, 0],
    [end, 0, 0, allow],
    [end, 0, 0, kill],
  ];
  return BigUint64Array.from(instructions, ([code, yes, no, k]) =>
    BigInt.asUintN(
      64,
      BigInt(code) | (BigInt(yes) << 16n) | (BigInt(no) << 24n) | (BigInt(k) << 32n),
    ),
  );
}
