// The version of this build. package.json has the same, which a test holds: imported, it would be built in whole.
export const VERSION = "0.1.0";
