/** @jsxImportSource hono/jsx */
// The newest orders of a world, their amounts in full, and actions to refund and change them.
import type { Order } from "../../../contract/endpoints/orders.ts";
import { LIST_LIMIT } from "../../../contract/list.ts";
import { describeOrder, sortNewest, sortOrders } from "../../../model/lists.ts";
import { formatMoney } from "../../layout/format-money.ts";
import { Action, Copy, Create, Suggestions, TextField } from "../action.tsx";
import { holds, type Truncated, TruncatedList } from "../truncated-list.tsx";
import type { View, ViewProps } from "../view.ts";
import { Time } from "./time.tsx";

const STATES = ["PAID", "PENDING", "PARTIALLY_REFUNDED", "REFUNDED", "FAILED", "DISPUTED"];

export const OrdersPanel = ({ view }: ViewProps) => {
  const { findProduct } = view.world;
  const cut = newestOrders(view);
  return (
    <>
      <Suggestions id="states" words={STATES} />
      <NewOrder view={view} />
      <TruncatedList
        view={view}
        cut={cut}
        things="orders"
        by="product, state, merchant or id"
        first="newest"
        empty="No order yet: pay at the checkout of a product."
        row={(order) => (
          <OrderRow of={order} code={findProduct(order.productId)?.publicCode ?? order.productId} />
        )}
      />
    </>
  );
};

/** The newest orders of all merchants that have what is searched for. */
function newestOrders({ world, find, show }: View): Truncated<Order> {
  const { start } = world;
  const found = world.state.orders.filter(({ product, state, currency, id, ref }) =>
    holds([product.publicCode, product.merchant.slug, state, currency, id, ref], find),
  );
  // Why: of a hundred thousand orders, the first fifty are found without sorting the others.
  const shown =
    show <= LIST_LIMIT
      ? sortOrders(found, "newest", start).slice(0, show)
      : sortNewest(found, start)
          .slice(0, show)
          .map((order) => describeOrder(order, start));
  return { shown, total: found.length };
}

const NewOrder = ({ view }: ViewProps) => {
  const codes = Array.from(view.world.state.products.values(), ({ publicCode }) => publicCode);
  return (
    <Create title="New order" path="orders" done="The order {id} is added." button="Add order">
      <TextField label="Product" name="product" value={codes[0]} words="codes" required />
      <Suggestions id="codes" words={codes} />
      <TextField label="Amount (minor units)" name="amountMinor" value="4900" required />
      <TextField label="Refunded (minor units)" name="refundedMinor" hint="0" />
      <TextField label="State" name="state" hint="PAID" words="states" />
      <TextField label="Created" name="createdAt" hint="now, or like now-3d" />
      <TextField label="Name (ref)" name="ref" hint="none" />
    </Create>
  );
};

interface RowProps {
  readonly of: Order;
  readonly code: string;
}

const OrderRow = ({ of, code }: RowProps) => {
  const { id, state, currency, amountMinor, refundedMinor, createdAt } = of;
  return (
    <li data-key={id} tabindex={-1}>
      <details>
        <summary>
          <span class="line">
            <strong class="number">{formatMoney(amountMinor, currency)}</strong>
            <span class={state === "PAID" ? "badge good" : "badge"}>{state}</span>
            <span class="end muted">
              <Time iso={createdAt} />
            </span>
          </span>
          <span class="line muted">
            <span dir="auto">{code}</span>
            {/^0+$/.test(refundedMinor) || (
              <span class="end">{formatMoney(refundedMinor, currency)} refunded</span>
            )}
          </span>
        </summary>
        <div class="line">
          <code>{id}</code>
          <Copy text={id} what={`the order ${id}`} />
        </div>
        <Action
          method="PATCH"
          path={`orders/${id}`}
          done="The order is changed."
          button="Change"
          label={`Change the order ${id}`}
        >
          <TextField label="Refunded (minor units)" name="refundedMinor" value={refundedMinor} />
          <TextField label="State" name="state" value={state} words="states" />
          {refundedMinor !== amountMinor && (
            <button
              type="submit"
              class="small"
              data-body={JSON.stringify({ refundedMinor: amountMinor, state: "REFUNDED" })}
              data-undo={JSON.stringify({ body: { refundedMinor, state } })}
              aria-label={`Refund in full the order ${id}`}
            >
              Refund in full
            </button>
          )}
        </Action>
      </details>
    </li>
  );
};
