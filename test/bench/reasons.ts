// Why some targets are missed, and what would reach them. The report shows them below a table with a missed target. The
// figures were measured in November 2026 on two shared cores, with the executable unless another program is named.

export const REASONS = {
  throughput: [
    "The speed of a process depends on its memory layout, so each row is the result of seven starts, and a ratio of the " +
      "executable is accurate only to 0.02 to 0.04.",
    "The executable: of the 12 µs of a ping, the checks of the Host and of long bodies take 1.1, which no server by hand " +
      "has. A 401 takes 1.5 µs more because an error is thrown, and 0.6 to write its body. A checkout link spends 1.4 µs " +
      "on its schema, and 1 on the rest of reading its body.",
    "Node: throwing an error takes 0.4 µs. What else makes a 401 slower than by hand is not known.",
    "Deno: reading a header takes about 0.3 µs, and a checkout link needs four. The promise that lets a closing server " +
      "end a response takes 0.4 µs. A bare Deno.serve that does the same duties by hand is at 0.82.",
    "The slowest hundredth on Node and Deno waits for a garbage collection, which copies what the journal keeps. One " +
      "collection stops Node for 1.3 ms, and a bare server for 0.15 ms. On Deno, the slowest hundredth of pings is at " +
      "1.8 ms, without the journal at 0.95 ms, and with a bare server at 0.48 ms. A journal outside of the heap would " +
      "avoid this, but make every request slower.",
  ],
  start: [
    "The embedded seeds: the bare executable reaches its first line 2.3 ms after its process began. Ours has eighty " +
      "files and reaches it after 2.9 ms. Then it spends, in ms: 1.6 on the command line, 2.1 on loading the sandbox, 1.6 " +
      "on the seeds, 0.5 on the first listener, 1.2 on the second (most of it a garbage collection that Bun runs for each " +
      "new listener), 0.7 on the ready line, and 1.1 on the first request. All of this code runs once, interpreted. " +
      "Halving the time needs a snapshot of the heap, which Bun cannot make.",
    "A directory: of the additional time, reading YAML with the location of each value takes 11 ms, loading the code for " +
      "this 5 ms, resolving the seeds 3 ms, and reading the files 2 ms.",
  ],
  memory: [
    "At rest: of the 10 MB, 6 are pages of Bun's own code, which every larger program uses (regular expressions, " +
      "encoders, URLs, promises, JSON) and which all processes share; 2 are heap, of which a garbage collection frees " +
      "0.2; the rest is the executable's own data.",
  ],
  growth: [
    "Two servers of the same program and size differ by as much: eight pairs of new processes were at 0.82 to 1.08 of " +
      "each other, because the speed of a process depends on its memory layout. No row missed its target in both of two runs.",
  ],
  journal: [
    "The cost is that a thousand requests stay in memory, each with its headers and id. Run from the sources, with equal " +
      "bodies kept once, a server that keeps a thousand is at 0.96 of one that keeps none for a checkout link, one that " +
      "keeps a hundred at 0.99, one that keeps only the last at 1.01, and one that keeps a thousand records without " +
      "headers and ids at 1.00 (each ± 0.01 to 0.02). Adding a request takes 0.1 µs if nothing is sent.",
    "Overwriting old records was slower by 3 %. Columns instead of records, bodies that are kept once, and ids that are " +
      "formatted on demand made no measurable difference. Copying the headers takes 0.1 µs for each request. A runtime " +
      "that keeps the head of a request as the bytes it received would reach the target.",
    "Figures differ by a few percent between runs. In three runs, ping was at 0.95, 0.97 and 0.96, the list of orders at " +
      "0.98, 0.98 and 0.92, and the checkout link at 0.93, 0.94 and 0.93; in two runs, all of them in turn were at 0.95 and " +
      "0.97. By the mean of all starts, all in turn are at 0.97 and the checkout link at 0.94 (each ± 0.01).",
  ],
} as const;
