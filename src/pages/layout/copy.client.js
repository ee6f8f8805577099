// Adds a copy button to each block of code that a reader may paste, if the browser lets pages write to the clipboard.

addCopies(document);

/** Adds the buttons to the blocks in a place. */
export function addCopies(place) {
  if (!navigator.clipboard) return;
  for (const block of place.querySelectorAll("figure.code, figure.command")) {
    if (block.querySelector("button.copy")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "small copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code").textContent);
      button.textContent = "Copied";
    });
    button.addEventListener("blur", () => {
      button.textContent = "Copy";
    });
    block.append(button);
  }
}
