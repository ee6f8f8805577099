/** @jsxImportSource hono/jsx */
// The dialogs of the dashboard: a question before what can't be undone, the keys, and the palette.

const KEYS = [
  ["/", "Find requests"],
  ["j, k", "The next or the previous request"],
  ["Enter", "Open the request"],
  ["r", "Replay it"],
  ["c", "Copy it as curl"],
  ["u", "Undo the last change"],
  ["Space", "Pause the log"],
  ["Ctrl+K, ⌘K", "Commands and worlds"],
  ["?", "These keys"],
] as const;

export const Dialogs = () => (
  <>
    <dialog id="question" aria-labelledby="question-text">
      <form method="dialog">
        <p id="question-text" />
        <div class="line">
          <button type="submit" value="">
            Cancel
          </button>
          <button type="submit" value="yes" class="danger" />
        </div>
      </form>
    </dialog>
    <dialog id="keys" aria-labelledby="keys-title">
      <form method="dialog">
        <h2 id="keys-title">Keys</h2>
        <dl class="facts">
          {KEYS.map(([key, what]) => (
            <>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </>
          ))}
        </dl>
        <div class="line">
          <button type="submit">Close</button>
        </div>
      </form>
    </dialog>
    <dialog id="palette" aria-label="Commands and worlds">
      <form method="dialog">
        <input
          id="palette-find"
          type="search"
          placeholder="Find a command or a world"
          aria-label="Find a command or a world"
          autocomplete="off"
        />
      </form>
      <menu id="commands" />
    </dialog>
  </>
);
