/** @jsxImportSource hono/jsx */
// The bar above all panels: the world, its clock, and actions on the whole world.
import { formatTime } from "../../shared/times.ts";
import { Action, Copy, Save } from "./action.tsx";
import { DeleteWorld, isDeletable, ResetWorld } from "./panels/worlds-panel.tsx";
import type { ViewProps } from "./view.ts";

const STEPS = [
  { by: "1h", button: "+1 h", long: "an hour" },
  { by: "1d", button: "+1 d", long: "a day" },
  { by: "90d", button: "+90 d", long: "90 days" },
];

export const WorldBar = ({ view }: ViewProps) => {
  const { world, baseUrl, root } = view;
  const { name } = world;
  return (
    <div class="bar">
      <div class="line">
        <h1>World {name}</h1>
        <span>
          <code>{baseUrl}</code>
        </span>
        <Copy text={baseUrl} what="the address of the API" />
        <div class="end line">
          <Save href={`${root}/_sandbox/worlds/${name}/snapshot`} file={`${name}.yaml`}>
            Save as seeds
          </Save>
          <Save href={`${root}/_sandbox/worlds/${name}/scenario`} file={`${name}.yaml`}>
            Save as scenario
          </Save>
          <ResetWorld name={name} />
          {isDeletable(view, name) && <DeleteWorld view={view} name={name} />}
        </div>
      </div>
      <Clock view={view} />
    </div>
  );
};

const Clock = ({ view }: ViewProps) => {
  const { frozen, real, system } = view.world.clock;
  const iso = formatTime(view.now);
  return (
    <section class="line" aria-label="Clock">
      <time id="clock" datetime={iso} title={iso} data-now={view.now} data-frozen={frozen}>
        {iso.slice(0, 19).replace("T", " ")}
      </time>
      <span>UTC</span>
      <span class={frozen ? "badge warn" : "badge"}>{frozen ? "frozen" : "running"}</span>
      {!real && (
        <span class="muted">
          real time <time id="real">{formatTime(system()).slice(0, 19).replace("T", " ")}</time>
        </span>
      )}
      {STEPS.map(({ by, button, long }) => (
        <Action
          method="POST"
          path="clock/advance"
          body={{ by }}
          done={`It is ${long} later.`}
          button={button}
          label={`${button}: move the clock forward by ${long}`}
        />
      ))}
      <Action
        method="PUT"
        path="clock"
        body={{ frozen: !frozen }}
        done={frozen ? "The clock runs." : "The clock is frozen."}
        button={frozen ? "Run" : "Freeze"}
        label={frozen ? "Run the clock on" : "Freeze the clock"}
      />
      {!real && (
        <Action
          method="PUT"
          path="clock"
          body={{ real: true }}
          done="The clock shows real time."
          button="Back to real time"
          label="Back to real time"
        />
      )}
      <Action method="PUT" path="clock" done="The clock is set." button="Set" label="Set the clock">
        <input
          name="now"
          placeholder="2026-10-17T09:00:00Z or now-3d"
          aria-label="Time to set the clock to"
          required
        />
      </Action>
    </section>
  );
};

/** What is wrong with the last edit of the seeds. */
export const Mistakes = ({ view }: ViewProps) => {
  const { mistakes } = view.lastEdit();
  if (mistakes === undefined) return null;
  return (
    <section class="notice bad" role="alert" id="mistakes">
      <h2>The last edit of the seeds has mistakes</h2>
      <p>The last good seeds are served until they are fixed.</p>
      <pre tabindex={0}>{mistakes}</pre>
    </section>
  );
};
