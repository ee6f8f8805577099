// The Worker as `npm run build:edge` has made it, as text: `bundle` writes it out again.
import WORKER from "../../../../dist/edge/worker.js" with { type: "text" };

export { WORKER };
