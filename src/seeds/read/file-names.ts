// By which names the files of a set of seeds are known.

/** Where a seeds directory holds its scenarios, one a file. */
export const SCENARIOS = "scenarios";

/** Tells whether a file of this name in a seeds directory, or in its scenarios, is read. */
export const isSeedFile = (name: string) => /^[^.].*\.ya?ml$/.test(name);

/** Joins the path of a directory and a name in it, with one slash between. */
export const join = (directory: string, name: string) => `${directory.replace(/\/+$/, "")}/${name}`;
