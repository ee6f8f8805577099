/** @jsxImportSource hono/jsx */
// Actions: forms that the script sends to the control API as JSON. The method `dialog` keeps a form from
// being sent without the script.
import type { Child } from "hono/jsx";

/** A call of the control API. */
export interface ControlCall {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Where it is sent, seen from the world's own path in the control API. */
  readonly path: string;
  /** The fields of the body that nobody fills in. */
  readonly body?: unknown;
}

export interface ActionProps extends ControlCall {
  /** How the body is made where it is a list: the present one with this entry, without one, or with one replaced. */
  readonly list?: "add" | `remove ${number}` | `replace ${number}`;
  /** The entry that is removed or replaced, as the page shows it. Where the list has another one now, nothing is done. */
  readonly entry?: unknown;
  /** Whether only fields that were changed are sent. */
  readonly partial?: boolean;
  /** What takes it back, offered for ten seconds; what is left out is as in the call itself. */
  readonly undo?: Partial<ControlCall> | undefined;
  /** What is asked first, where nothing takes it back. */
  readonly confirm?: string;
  /** Where the page goes once it is done; `{id}` is that field of the answer. Default: it stays where it is. */
  readonly then?: string;
  /** What is said once it is done; `{key}` is that field of the answer. */
  readonly done: string;
  readonly button: string;
  /** What the button does, in words that stand nowhere else on the page; they begin with its own. */
  readonly label: string;
  readonly kind?: "primary" | "small" | "primary small";
  /** Its fields, and other buttons. */
  readonly children?: Child;
}

/** A button that does something, with the fields that it needs. */
export const Action = ({ body, button, label, kind = "small", children, ...rest }: ActionProps) => (
  <form
    method="dialog"
    class={children ? "action fields" : "action"}
    autocomplete={children ? "off" : undefined}
    data-method={rest.method}
    data-path={rest.path}
    data-body={body === undefined ? undefined : JSON.stringify(body)}
    data-list={rest.list}
    data-entry={rest.entry && JSON.stringify(rest.entry)}
    data-partial={rest.partial}
    data-undo={rest.undo && JSON.stringify(rest.undo)}
    data-confirm={rest.confirm}
    data-done={rest.done}
    data-then={rest.then}
  >
    {children}
    <button type="submit" class={kind} aria-label={label}>
      {button}
    </button>
  </form>
);

type CreateProps = Omit<ActionProps, "method" | "label" | "kind"> & { readonly title: string };

/** A form that creates something, folded away until it is needed. */
export const Create = ({ title, ...action }: CreateProps) => (
  <details class="new">
    <summary>{title}</summary>
    <Action {...action} method="POST" label={action.button} kind="primary" />
  </details>
);

interface CopyProps {
  readonly text: string;
  /** What is copied, in words that stand nowhere else on the page. */
  readonly what: string;
  /** Default: `Copy`. */
  readonly button?: string;
}

/** A button that puts a text on the clipboard. */
export const Copy = ({ text, what, button = "Copy" }: CopyProps) => (
  <button type="button" class="small" data-copy={text} aria-label={`Copy ${what}`}>
    {button}
  </button>
);

interface SaveProps {
  readonly href: string;
  readonly file: string;
  readonly children: Child;
}

/** A link that saves a file. */
export const Save = ({ href, file, children }: SaveProps) => (
  <a class="button small" href={href} download={file}>
    {children}
  </a>
);

interface TextFieldProps {
  readonly label: string;
  /** Its place in the body, like `rateLimit.capacity`. */
  readonly name: string;
  /** What its text stands for; a text that is empty is left out. */
  readonly type?: "number";
  readonly value?: string | number | undefined;
  readonly hint?: string;
  /** The id of the words to choose from. */
  readonly words?: string;
  readonly required?: boolean;
}

/** A field to type in. */
export const TextField = ({ label, name, type, value, hint, words, required }: TextFieldProps) => (
  <label>
    {label}
    <input
      name={name}
      data-type={type}
      value={value}
      placeholder={hint}
      list={words}
      required={required}
      inputmode={type && "decimal"}
    />
  </label>
);

interface TextAreaProps {
  readonly label: string;
  readonly name: string;
  /** `headers`: a header on each line. */
  readonly type?: "headers";
  readonly value: string;
}

/** A field for several lines. */
export const TextArea = ({ label, name, type, value }: TextAreaProps) => (
  <label class="wide">
    {label}
    <textarea name={name} data-type={type} rows={Math.min(12, value.split("\n").length + 1)}>
      {/* Why: HTML leaves out the first line feed. */}
      {`\n${value}`}
    </textarea>
  </label>
);

interface SuggestionsProps {
  readonly id: string;
  readonly words: readonly string[];
}

const MOST_SUGGESTED = 50;

/** The first words that fields suggest. */
export const Suggestions = ({ id, words }: SuggestionsProps) => (
  <datalist id={id}>
    {words.slice(0, MOST_SUGGESTED).map((word) => (
      <option value={word} />
    ))}
  </datalist>
);

interface SelectFieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: "number";
  readonly options: readonly string[];
  /** What it is called to choose nothing. */
  readonly nothing: string;
  /** What is chosen at first. */
  readonly value?: string | number | undefined;
}

/** A field to choose from a few words, or nothing. */
export const SelectField = ({ label, name, type, options, nothing, value }: SelectFieldProps) => (
  <label>
    {label}
    <select name={name} data-type={type}>
      <option value="">{nothing}</option>
      {options.map((option) => (
        <option value={option} selected={option === `${value}`}>
          {option}
        </option>
      ))}
    </select>
  </label>
);
