// What a user did not permit: Deno asks for a permission for each file, address and variable.

/** Whether an error is Deno's for a missing permission; its message names that. */
export const isDenied = (error: unknown): error is Error =>
  error instanceof Error && error.name === "NotCapable";
