/** @jsxImportSource hono/jsx */
// The name of the world in the header, which opens a list of the others.
import { dashboardOf, type ViewProps } from "./view.ts";

// Why: the panel of worlds has a search for more.
const MOST = 20;

export const WorldSwitcher = ({ view }: ViewProps) => {
  const names = view.worldNames();
  return (
    <details class="switcher">
      <summary class="world">{view.world.name}</summary>
      <ul>
        {names.slice(0, MOST).map((name) => (
          <li>
            <a
              href={dashboardOf(view, name)}
              aria-current={name === view.world.name ? "page" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href={`${dashboardOf(view)}/worlds`}>All {names.length} worlds</a>
        </li>
      </ul>
    </details>
  );
};
