// The commands by the headings and in the order of the help. Each is loaded on first use.
import type { CommandSections } from "./command.ts";

export const COMMANDS = {
  "Run a sandbox": {
    serve: {
      summary: "Start a sandbox",
      load: async () => (await import("./commands/serve/command.ts")).SERVE,
    },
    exec: {
      summary: "Start a sandbox on free ports and run a command",
      load: async () => (await import("./commands/exec.ts")).EXEC,
    },
    wait: {
      summary: "Wait until a sandbox is ready",
      load: async () => (await import("./commands/wait.ts")).WAIT,
    },
  },
  "Talk to a running sandbox": {
    world: {
      summary: "Make, list, reset and drop worlds",
      commands: async () => (await import("./commands/loaded-together.ts")).WORLD,
    },
    clock: {
      summary: "Show, move and freeze the clock of a world",
      commands: async () => (await import("./commands/loaded-together.ts")).CLOCK,
    },
    key: {
      summary: "List, create, rotate and revoke keys",
      commands: async () => (await import("./commands/loaded-together.ts")).KEY,
    },
    order: {
      summary: "List and refund orders",
      commands: async () => (await import("./commands/loaded-together.ts")).ORDER,
    },
    fault: {
      summary: "Make requests of a world fail",
      commands: async () => (await import("./commands/loaded-together.ts")).FAULT,
    },
    requests: {
      summary: "Show or follow the requests of a world",
      load: async () => (await import("./commands/loaded-together.ts")).REQUESTS,
    },
    why: {
      summary: "Explain why a request failed",
      load: async () => (await import("./commands/loaded-together.ts")).WHY,
    },
    snapshot: {
      summary: "Print the state of a world as a seed file",
      load: async () => (await import("./commands/loaded-together.ts")).SNAPSHOT_COMMAND,
    },
    env: {
      summary: "Print the variables of a world for the shell, or of one for this branch",
      load: async () => (await import("./commands/loaded-together.ts")).ENV,
    },
    stop: {
      summary: "Stop a sandbox that serve runs",
      load: async () => (await import("./commands/loaded-together.ts")).STOP,
    },
  },
  "Write seeds": {
    init: {
      summary: "Create a directory of starter seeds, with completion for editors",
      load: async () => (await import("./commands/init.ts")).INIT,
    },
    check: {
      summary: "Validate seeds and scenarios",
      load: async () => (await import("./commands/check/command.ts")).CHECK,
    },
    pull: {
      summary: "Create seeds from the responses of a server, including the real service",
      load: async () => (await import("./commands/pull/command.ts")).PULL,
    },
    schema: {
      summary: "Print the JSON Schema of seed files",
      load: async () => (await import("./commands/schema.ts")).SCHEMA,
    },
  },
  "Test clients and servers": {
    conform: {
      summary: "Test whether a server, including the real service, conforms to the specification",
      load: async () => (await import("./commands/conform/command.ts")).CONFORM,
    },
    vary: {
      summary:
        "Run a command against variations that the specification allows; find its assumptions",
      load: async () => (await import("./commands/vary/command.ts")).VARY,
    },
    openapi: {
      summary: "Print the OpenAPI 3.1 document of the API",
      load: async () => (await import("./commands/openapi.ts")).OPENAPI,
    },
  },
  "Set up": {
    completions: {
      summary: "Print completions for bash, zsh, fish or PowerShell",
      load: async () => (await import("./commands/loaded-together.ts")).COMPLETIONS,
    },
    man: {
      summary: "Print the manual page",
      load: async () => (await import("./commands/loaded-together.ts")).MAN,
    },
    mcp: {
      summary: "Offer the sandbox as tools to coding agents, over stdio",
      load: async () => (await import("./commands/mcp.ts")).MCP,
    },
    bundle: {
      summary: "Generate a Cloudflare Workers project that runs a shared sandbox",
      load: async () => (await import("./commands/bundle/command.ts")).BUNDLE,
    },
  },
} as const satisfies CommandSections;
