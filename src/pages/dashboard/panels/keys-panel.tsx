/** @jsxImportSource hono/jsx */
// The keys of a world with their scopes, and actions to create, rotate and revoke.
import { SCOPES } from "../../../contract/formats.ts";
import type { Key } from "../../../model/state.ts";
import { formatTime } from "../../../shared/times.ts";
import { expiryOf, rejectionOf } from "../../../world/keys.ts";
import { Action, Copy, Create, Suggestions, TextField } from "../action.tsx";
import { madeFirst, TruncatedList, truncate } from "../truncated-list.tsx";
import type { ViewProps } from "../view.ts";
import { distance } from "./time.tsx";

export const KeysPanel = ({ view }: ViewProps) => {
  const { state, layer } = view.world;
  const keys = madeFirst(state.keys.values(), ({ key }) => layer.keys.has(key));
  const cut = truncate(view, keys, ({ key, merchant: { slug, name } }) => [key, slug, name]);
  return (
    <>
      <NewKey view={view} />
      <TruncatedList
        view={view}
        cut={cut}
        things="keys"
        by="key or merchant"
        empty="No key yet: create one."
        row={(key) => <KeyRow of={key} view={view} />}
      />
    </>
  );
};

interface RowProps extends ViewProps {
  readonly of: Key;
}

const KeyRow = ({ of, view }: RowProps) => {
  const { key, merchant, status } = of;
  const path = `keys/${encodeURIComponent(key)}`;
  return (
    <li data-key={key} tabindex={-1}>
      <div class="line">
        <code>{key}</code>
        <Copy text={key} what={`the key ${key}`} />
        <span class="end line">
          <span class="muted" title={merchant.name}>
            {merchant.slug}
          </span>
          <Status of={of} view={view} />
        </span>
      </div>
      <div class="line">
        <Scopes of={of} />
        <Expiry of={of} view={view} />
        <div class="end line">
          <Action
            method="POST"
            path={`${path}/rotate`}
            confirm={`Rotate ${key}? A new key takes its place, and this one is revoked.`}
            done={`{key} is in the place of ${key}.`}
            button="Rotate"
            label={`Rotate ${key}`}
          />
          {status === "active" && (
            <Action
              method="POST"
              path={`${path}/revoke`}
              undo={{
                method: "PATCH",
                path: `../${encodeURIComponent(view.world.name)}`,
                body: { keys: [{ key, status }] },
              }}
              done={`${key} is revoked.`}
              button="Revoke"
              label={`Revoke ${key}`}
            />
          )}
        </div>
      </div>
    </li>
  );
};

/** Three marks, which say in words too whether the key holds the scope. */
const Scopes = ({ of }: Pick<RowProps, "of">) => (
  <ul class="scopes" aria-label="Scopes">
    {SCOPES.map((scope) => {
      const held = of.scopes.includes(scope);
      return (
        <li class={held ? "held" : "muted"} title={held ? scope : `lacks ${scope}`}>
          <span aria-hidden="true">{held ? "✓" : "–"}</span>
          {!held && <span class="hidden">lacks </span>} {scope.split(":")[0]}
        </li>
      );
    })}
  </ul>
);

const Expiry = ({ of, view: { world, now } }: RowProps) => {
  const expiresAt = expiryOf(of, world.start);
  if (expiresAt === undefined) return <span class="muted">never expires</span>;
  const iso = formatTime(expiresAt);
  return (
    <time class="muted" datetime={iso} title={iso}>
      {expiresAt <= now ? "expired" : "expires"} {distance(expiresAt - now)}
    </time>
  );
};

const Status = ({ of, view: { world, now } }: RowProps) => {
  const { merchant, sandboxAccess } = of;
  const rejection = rejectionOf(of, world, now);
  if (rejection !== undefined) return <span class="badge bad">{rejection}</span>;
  if (!merchant.sandboxAccess)
    return <span class="badge warn">merchant without sandbox access</span>;
  if (!sandboxAccess) return <span class="badge warn">without sandbox access</span>;
  return <span class="badge good">active</span>;
};

const NewKey = ({ view }: ViewProps) => {
  const slugs = view.world.state.merchants.map(({ slug }) => slug);
  return (
    <Create
      title="New key"
      path="keys"
      done="{key} is a key of {merchant} now."
      button="Create key"
    >
      <TextField label="Merchant" name="merchant" value={slugs[0]} words="merchants" required />
      <Suggestions id="merchants" words={slugs} />
      <TextField label="Key" name="key" hint="generated if empty" />
      <TextField label="Expires" name="expiresAt" hint="never, or like now+90d" />
      <fieldset>
        <legend>Scopes</legend>
        {SCOPES.map((scope) => (
          <label class="tick">
            <input type="checkbox" name="scopes" value={scope} data-type="list" checked /> {scope}
          </label>
        ))}
      </fieldset>
      <label class="tick">
        <input type="checkbox" name="sandboxAccess" data-type="boolean" checked /> Sandbox access
      </label>
    </Create>
  );
};
