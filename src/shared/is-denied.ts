// Permissions of Deno, which requires one for each file, address and variable.

/** Whether an error is Deno's for a missing permission. Its message names the permission. */
export const isDenied = (error: unknown): error is Error =>
  error instanceof Error && error.name === "NotCapable";
