// The commands for shells, loaded together: with an entry point for each, the bundler would cut what they share with
// `serve` into many small files, all of which its start would load.

export { COMPLETIONS } from "./completions/command.ts";
export { MAN } from "./man.ts";
export { CLOCK } from "./remote/clock.ts";
export { ENV } from "./remote/env.ts";
export { FAULT } from "./remote/fault.ts";
export { KEY } from "./remote/key.ts";
export { ORDER } from "./remote/order.ts";
export { REQUESTS } from "./remote/requests.ts";
export { SNAPSHOT_COMMAND } from "./remote/snapshot.ts";
export { STOP } from "./remote/stop.ts";
export { WHY } from "./remote/why.ts";
export { WORLD } from "./remote/world.ts";
