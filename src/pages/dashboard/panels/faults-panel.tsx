/** @jsxImportSource hono/jsx */
// The fault rules of a world in words, how often each was applied, and a form to add one.
import { ENDPOINT_NAMES } from "../../../contract/endpoints.ts";
import { FAULT_STATUSES } from "../../../contract/errors.ts";
import type { FaultSeed } from "../../../model/schema.ts";
import { Action, type ActionProps, SelectField, TextField } from "../action.tsx";
import { formatThousands, TruncatedList, truncate } from "../truncated-list.tsx";
import type { ViewProps } from "../view.ts";

export const FaultsPanel = ({ view }: ViewProps) => {
  const { state, faults } = view.world;
  const counted = faults.list();
  const rules = state.source.faults.map(({ entry }, index) => ({
    seed: entry.seed,
    number: index + 1,
    hits: counted[index]?.hits ?? 0,
  }));
  const cut = truncate(view, rules, ({ seed }) => describeFault(seed));
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
        empty="No faults."
        row={({ seed, number, hits }) => <FaultRow seed={seed} number={number} hits={hits} />}
      />
      {rules.length > 1 && (
        <Action
          method="PUT"
          path="faults"
          body={[]}
          undo={{ method: "PUT", path: "faults", body: rules.map(({ seed }) => seed) }}
          done="All faults are removed."
          button="Remove all"
          label="Remove all faults"
        />
      )}
    </>
  );
};

interface RowProps {
  readonly seed: FaultSeed;
  readonly number: number;
  readonly hits: number;
}

const FaultRow = ({ seed, number, hits }: RowProps) => {
  const { off = false, ...others } = seed;
  const turn = off ? "on" : "off";
  const at = number - 1;
  return (
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
          list={`replace ${at}`}
          entry={seed}
          body={off ? others : { ...others, off: true }}
          done={`Fault ${number} is ${turn}.`}
          button={`Turn ${turn}`}
          label={`Turn ${turn} fault ${number}`}
        />
        <Action
          method="PUT"
          path="faults"
          list={`remove ${at}`}
          entry={seed}
          done="The fault is removed."
          button="Remove"
          label={`Remove fault ${number}`}
        />
      </div>
      <details class="links">
        <summary aria-label={`Edit fault ${number}`}>Edit</summary>
        <FaultForm
          seed={seed}
          list={`replace ${at}`}
          button="Save"
          label={`Save fault ${number}`}
        />
      </details>
    </li>
  );
};

/** Says what a rule does, part by part. */
function describeFault(seed: FaultSeed): string[] {
  const { endpoint = "any", key, merchant, after, times, probability } = seed;
  const { delay, respond, drop, off } = seed;
  const said = [
    off && "off",
    endpoint === "any" ? "every endpoint" : endpoint,
    key && `key ${key}`,
    merchant && `merchant ${merchant}`,
    after && `after ${after}`,
    times && (times === 1 ? "once" : `${times} times`),
    probability && `with probability ${probability}`,
    delay && `delayed by ${typeof delay === "string" ? delay : `${delay.min} to ${delay.max}`}`,
    respond && `responds with ${respond}`,
    drop && `connection closed ${drop === "before" ? "before" : "in the middle of"} the response`,
  ];
  return said.flatMap((part) => (part ? [part] : []));
}

const NewFault = () => (
  <details class="new">
    <summary>New fault</summary>
    <FaultForm seed={{}} list="add" button="Add fault" label="Add fault" />
  </details>
);

interface FormProps extends Pick<ActionProps, "list" | "button" | "label"> {
  readonly seed: FaultSeed;
}

const FaultForm = ({ seed, ...rest }: FormProps) => {
  const { endpoint, key, after, times, probability, delay, respond, drop, ...others } = seed;
  const isRange = typeof delay === "object";
  return (
    <Action
      {...rest}
      method="PUT"
      path="faults"
      entry={seed}
      body={{ ...others, ...(isRange && { delay }) }}
      done={rest.list === "add" ? "The fault is added." : "The fault is changed."}
      kind="primary"
    >
      <SelectField
        label="Endpoint"
        name="endpoint"
        options={ENDPOINT_NAMES}
        nothing="any"
        value={endpoint}
      />
      <TextField label="Key" name="key" hint="any" value={key} />
      <TextField label="Skip first" name="after" type="number" hint="0" value={after} />
      <TextField label="Times" name="times" type="number" hint="no limit" value={times} />
      <TextField
        label="Probability"
        name="probability"
        type="number"
        hint="1"
        value={probability}
      />
      <TextField
        label="Delay"
        name="delay"
        hint={isRange ? `${delay.min} to ${delay.max}` : "none, or like 1500ms"}
        value={isRange ? undefined : delay}
      />
      <SelectField
        label="Respond"
        name="respond"
        type="number"
        options={FAULT_STATUSES.map(String)}
        nothing="normal response"
        value={respond}
      />
      <SelectField
        label="Drop"
        name="drop"
        options={["before", "midway"]}
        nothing="no"
        value={drop}
      />
    </Action>
  );
};
