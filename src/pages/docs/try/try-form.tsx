/** @jsxImportSource hono/jsx */
// The form to try an endpoint, with the keys and products of the world.
import type { Endpoint } from "../../../contract/endpoints.ts";
import type { World } from "../../../world/world.ts";
import type { PageEnv } from "../../layout/page-env.ts";
import { describeKey, showKeys } from "./describe-key.ts";

const MOST_PRODUCTS = 50;
// Why: with these, a 401 can be tried in every world.
const NO_KEYS = [
  { value: "", label: "No key" },
  { value: "mst_nobody_knows", label: "mst_nobody_knows (unknown key)" },
];

interface TryFormProps {
  readonly env: Pick<PageEnv, "root" | "world">;
  readonly endpoint: Endpoint;
  /** The initial values of its fields. */
  readonly values: { readonly key: string; readonly productId?: string | undefined };
}

/** The form of one endpoint. */
export const TryForm = ({ env, endpoint, values }: TryFormProps) => {
  const { name, method } = endpoint;
  return (
    <form class="try" method="post" action={`${env.root}/docs/try`} aria-label={`Try ${name}`}>
      <input type="hidden" name="endpoint" value={name} />
      <p>
        <label for={`${name}-key`}>Key</label>
        <Keys id={`${name}-key`} world={env.world} chosen={values.key} />
      </p>
      {method === "POST" && (
        <p>
          <label for={`${name}-product`}>productId</label>
          <input
            id={`${name}-product`}
            name="productId"
            value={values.productId}
            list="all-products"
            autocomplete="off"
            aria-describedby={`${name}-hint`}
          />
          <span class="hint" id={`${name}-hint`}>
            Clear the field to choose from the world's products. Drafts and products of other
            merchants get 404. Anything that is not a UUID gets 400.
          </span>
        </p>
      )}
      <button type="submit" class="primary">
        Send
      </button>
    </form>
  );
};

interface KeysProps {
  readonly id: string;
  readonly world: World;
  readonly chosen: string;
}

const Keys = ({ id, world, chosen }: KeysProps) => {
  const { keys } = showKeys(world);
  const shown = [...keys.map(({ key }) => key), ...NO_KEYS.map(({ value }) => value)];
  const merchants = [...new Set(keys.map(({ merchant }) => merchant))];
  return (
    <select id={id} name="key">
      {merchants.map((merchant) => (
        <optgroup label={merchant.name}>
          {keys
            .filter((key) => key.merchant === merchant)
            .map((key) => (
              <option value={key.key} selected={key.key === chosen}>
                {key.key} ({describeKey(key, world)})
              </option>
            ))}
        </optgroup>
      ))}
      {!shown.includes(chosen) && (
        <option value={chosen} selected>
          {chosen}
        </option>
      )}
      {NO_KEYS.map(({ value, label }) => (
        <option value={value} selected={value === chosen}>
          {label}
        </option>
      ))}
    </select>
  );
};

/** The products that the form suggests. */
export const Products = ({ world }: { readonly world: World }) => (
  <datalist id="all-products">
    {[...world.state.products.values()]
      .slice(0, MOST_PRODUCTS)
      .map(({ id, publicCode, status, merchant }) => (
        <option value={id}>
          {publicCode}, {status}, {merchant.slug}
        </option>
      ))}
  </datalist>
);
