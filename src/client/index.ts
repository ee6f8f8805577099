// The client's entry point. Nothing is defined here.

export { InvalidChangeError } from "../world/invalid-change.ts";
export { type InputIssue, type InputPart, InvalidInputError } from "../world/invalid-input.ts";
export { WorldError, type WorldErrorCode } from "../world/world-error.ts";
export { type ConnectedSandbox, connectSandbox } from "./connect.ts";
export type { ConnectOptions } from "./control.ts";
export { ControlError } from "./errors.ts";
export type { RemoteWorldHandle } from "./remote-handle.ts";
