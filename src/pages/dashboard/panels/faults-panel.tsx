/** @jsxImportSource hono/jsx */
// The fault rules of a world in words, how often each was applied, and a form to add one.
import { ENDPOINT_NAMES } from "../../../contract/endpoints.ts";
import { FAULT_STATUSES } from "../../../contract/errors.ts";
import type { FaultSeed } from "../../../seeds/format/schema.ts";
import { Action, SelectField, TextField } from "../action.tsx";
import { formatThousands, TruncatedList, truncate } from "../truncated-list.tsx";
import type { View } from "../view.ts";

interface PanelProps {
  readonly view: View;
}

export const FaultsPanel = ({ view }: PanelProps) => {
  const { state, faults } = view.world;
  const counted = faults.list();
  const rules = state.source.faults.map(({ entry }, index) => ({
    seed: entry.seed,
    number: index + 1,
    hits: counted[index]?.hits ?? 0,
  }));
  const cut = truncate(rules, view.find, ({ seed }) => describeFault(seed));
  return (
    <>
      <p class="muted">
        The first fault that matches a request and fires is applied. A change restarts the counts of
        all faults.
      </p>
      <NewFault />
      <TruncatedList
        view={view}
        cut={cut}
        things="faults"
        by="endpoint, key or effect"
        empty="Nothing goes wrong on purpose: add a fault."
      >
        {cut.shown.map(({ seed, number, hits }) => (
          <li data-key={`fault-${number}`} tabindex={-1}>
            <div class="line">
              <span class="muted">{number}</span>
              <span class="grow">{describeFault(seed).join(", ")}</span>
              <span class="muted">
                {formatThousands(hits)} {hits === 1 ? "hit" : "hits"}
              </span>
              <Action
                method="PUT"
                path="faults"
                list={`remove ${number - 1}`}
                done="The fault is removed."
                button="Remove"
                label={`Remove fault ${number}`}
              />
            </div>
          </li>
        ))}
      </TruncatedList>
      {rules.length > 1 && (
        <Action
          method="PUT"
          path="faults"
          body={[]}
          confirm={`Remove all ${rules.length} faults?`}
          done="Nothing goes wrong on purpose any more."
          button="Remove all"
          label="Remove all faults"
        />
      )}
    </>
  );
};

/** Says what a rule does, part by part. */
function describeFault(seed: FaultSeed): string[] {
  const { endpoint = "any", key, merchant, after, times, probability, delay, respond, drop } = seed;
  const said = [
    endpoint === "any" ? "every endpoint" : endpoint,
    key && `key ${key}`,
    merchant && `merchant ${merchant}`,
    after && `after ${after}`,
    times && `${times} times`,
    probability && `with probability ${probability}`,
    delay && `held back ${typeof delay === "string" ? delay : `${delay.min} to ${delay.max}`}`,
    respond && `answered ${respond}`,
    drop && (drop === "before" ? "closed before the answer" : "closed midway"),
  ];
  return said.flatMap((part) => (part ? [part] : []));
}

const NewFault = () => (
  <details class="new">
    <summary>New fault</summary>
    <Action
      method="PUT"
      path="faults"
      list="add"
      done="The fault is added."
      button="Add fault"
      label="Add fault"
      kind="primary"
    >
      <SelectField label="Endpoint" name="endpoint" options={ENDPOINT_NAMES} nothing="any" />
      <TextField label="Key" name="key" hint="any" />
      <TextField label="Let pass first" name="after" type="number" hint="0" />
      <TextField label="Times" name="times" type="number" hint="for ever" />
      <TextField label="Probability" name="probability" type="number" hint="1" />
      <TextField label="Delay" name="delay" hint="none, or like 1500ms" />
      <SelectField
        label="Respond"
        name="respond"
        type="number"
        options={FAULT_STATUSES.map(String)}
        nothing="as it would"
      />
      <SelectField label="Drop" name="drop" options={["before", "midway"]} nothing="no" />
    </Action>
  </details>
);
