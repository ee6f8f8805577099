/** @jsxImportSource hono/jsx */
// All worlds of the sandbox, and a form to make another one.
import { DEFAULT_WORLD } from "../../../seeds/read/scenarios.ts";
import { rootOf } from "../../layout/page-env.ts";
import { Action, Create, Suggestions, TextField } from "../action.tsx";
import { madeFirst, TruncatedList, truncate } from "../truncated-list.tsx";
import { dashboardOf, type View, type ViewProps } from "../view.ts";

export const WorldsPanel = ({ view }: ViewProps) => {
  const about = new Map(view.scenarios().map(({ name, description }) => [name, description]));
  const isSeeded = (name: string) => name === DEFAULT_WORLD || about.has(name);
  const names = madeFirst(view.worldNames(), isSeeded);
  const cut = truncate(view, names, (name) => [name, about.get(name)]);
  return (
    <>
      {/* Why: where there is no default world, worlds are made elsewhere. */}
      {view.worldNames().includes(DEFAULT_WORLD) && <NewWorld view={view} />}
      <TruncatedList
        view={view}
        cut={cut}
        things="worlds"
        by="name or description"
        empty=""
        row={(name) => (
          <WorldRow
            view={view}
            name={name}
            about={name === DEFAULT_WORLD ? "used if the path has no /w/NAME" : about.get(name)}
          />
        )}
      />
    </>
  );
};

interface RowProps extends ViewProps {
  readonly name: string;
  readonly about: string | undefined;
}

const WorldRow = ({ view, name, about }: RowProps) => (
  <li data-key={name} tabindex={-1}>
    <div class="line">
      <a
        href={dashboardOf(view, name)}
        aria-current={name === view.world.name ? "page" : undefined}
      >
        {name}
      </a>
      <div class="end line">
        {name !== view.world.name && <ResetWorld name={name} />}
        {isDeletable(view, name) && name !== view.world.name && (
          <DeleteWorld view={view} name={name} />
        )}
      </div>
    </div>
    {about && <p class="muted">{about}</p>}
  </li>
);

/** Resets a world to its seeds. */
export const ResetWorld = ({ name }: { readonly name: string }) => (
  <Action
    method="POST"
    path={`../${encodeURIComponent(name)}/reset`}
    undo={{ method: "POST", path: `../${encodeURIComponent(name)}/restore` }}
    done={`The world ${name} is reset.`}
    button="Reset"
    label={`Reset the world ${name}`}
  />
);

/** Deletes a world that somebody made. */
export const DeleteWorld = ({ view, name }: ViewProps & { readonly name: string }) => (
  <Action
    method="DELETE"
    path={`../${encodeURIComponent(name)}`}
    // Why: the paths of the world itself are gone with it.
    undo={{
      method: "POST",
      path: `${rootOf(view, DEFAULT_WORLD)}/_sandbox/worlds/${encodeURIComponent(name)}/restore`,
    }}
    done={`The world ${name} is deleted.`}
    button="Delete"
    label={`Delete the world ${name}`}
  />
);

/** Whether a world was made by somebody, and so can be deleted. */
export function isDeletable({ scenarios }: View, name: string): boolean {
  return name !== DEFAULT_WORLD && !scenarios().some((scenario) => scenario.name === name);
}

const NewWorld = ({ view }: ViewProps) => (
  <Create
    title="New world"
    path="../../worlds"
    done="The world {name} was created."
    button="Make world"
  >
    <TextField label="Name" name="name" hint="generated if empty" />
    <TextField label="Scenario" name="scenario" words="scenarios" hint="none" />
    <Suggestions id="scenarios" words={view.scenarios().map(({ name }) => name)} />
  </Create>
);
