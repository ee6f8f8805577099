// The names of the files in a seeds directory.

/** The subdirectory of the scenarios, one in each file. */
export const SCENARIOS = "scenarios";

/** Whether a file of this name is read in a seeds directory, or in its scenarios. */
export const isSeedFile = (name: string) => /^[^.].*\.ya?ml$/.test(name);

/** Joins the path of a directory and a name, with one slash between. */
export const join = (directory: string, name: string) => `${directory.replace(/\/+$/, "")}/${name}`;

/** Whether a name is the path of a scenario file, and not the name of a scenario. */
export const isScenarioFile = (scenario: string | undefined): scenario is string =>
  scenario !== undefined && /[/\\]|\.ya?ml$/.test(scenario);

/** The name of the scenario that a file describes. */
export const scenarioOf = (path: string) => path.replace(/^.*[/\\]/, "").replace(/\.ya?ml$/, "");
