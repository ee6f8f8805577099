// The README and the pages of docs/, which the sandbox also serves offline.
import AGENTS from "../../../../docs/agents.md" with { type: "text" };
import ARCHITECTURE from "../../../../docs/architecture.md" with { type: "text" };
import BENCHMARKS from "../../../../docs/benchmarks.md" with { type: "text" };
import CI from "../../../../docs/ci.md" with { type: "text" };
import CLOUDFLARE from "../../../../docs/cloudflare.md" with { type: "text" };
import CONFORMANCE from "../../../../docs/conformance.md" with { type: "text" };
import CONTROL_API from "../../../../docs/control-api.md" with { type: "text" };
import DENO from "../../../../docs/deno.md" with { type: "text" };
import HTTP from "../../../../docs/http.md" with { type: "text" };
import LANGUAGES from "../../../../docs/languages.md" with { type: "text" };
import LIBRARY from "../../../../docs/library.md" with { type: "text" };
import PAGES from "../../../../docs/pages.md" with { type: "text" };
import RELEASING from "../../../../docs/releasing.md" with { type: "text" };
import SCENARIOS from "../../../../docs/scenarios.md" with { type: "text" };
import SEEDS from "../../../../docs/seeds.md" with { type: "text" };
import SHARED from "../../../../docs/shared.md" with { type: "text" };
import SHELL from "../../../../docs/shell.md" with { type: "text" };
import TROUBLESHOOTING from "../../../../docs/troubleshooting.md" with { type: "text" };
import VARY from "../../../../docs/vary.md" with { type: "text" };
import README from "../../../../README.md" with { type: "text" };

export interface Guide {
  /** The last segment of its path, which is also the name of its file in docs/. */
  readonly name: string;
  readonly title: string;
  readonly markdown: string;
  /** Whether it is about the sandbox itself, so that agents may skip it. */
  readonly isOptional?: boolean;
}

/** All guides, in the order of the list on each page. */
export const GUIDES: readonly Guide[] = [
  { name: "readme", title: "Start here", markdown: README },
  { name: "seeds", title: "Seed files", markdown: SEEDS },
  { name: "scenarios", title: "Scenarios", markdown: SCENARIOS },
  { name: "pages", title: "Dashboard and hosted pages", markdown: PAGES },
  { name: "control-api", title: "Control API", markdown: CONTROL_API },
  { name: "shell", title: "Shell", markdown: SHELL },
  { name: "library", title: "Library", markdown: LIBRARY },
  { name: "languages", title: "Other languages", markdown: LANGUAGES },
  { name: "agents", title: "Coding agents", markdown: AGENTS },
  { name: "ci", title: "Pipelines and containers", markdown: CI },
  { name: "shared", title: "A sandbox that a team shares", markdown: SHARED },
  { name: "cloudflare", title: "Cloudflare", markdown: CLOUDFLARE },
  { name: "conformance", title: "Conformance tests", markdown: CONFORMANCE },
  { name: "vary", title: "Vary: test your client", markdown: VARY },
  { name: "deno", title: "Deno", markdown: DENO },
  { name: "http", title: "HTTP by runtime", markdown: HTTP },
  { name: "troubleshooting", title: "Troubleshooting", markdown: TROUBLESHOOTING },
  { name: "benchmarks", title: "Benchmarks", markdown: BENCHMARKS, isOptional: true },
  { name: "releasing", title: "Releases", markdown: RELEASING, isOptional: true },
  { name: "architecture", title: "Architecture", markdown: ARCHITECTURE, isOptional: true },
];
