// The version of this build, as package.json has it.
import manifest from "../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
