// The Worker that `npm run build:edge` builds, as text. It is loaded lazily because it may not be built yet.
import WORKER from "../../../../dist/edge/worker.js" with { type: "text" };

export { WORKER };
