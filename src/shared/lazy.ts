// Values that are created or loaded at the first use.

/** Wraps a function so that it runs only once. A rejected promise is not kept, so the next call tries again. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    if (made === undefined) {
      made = { value: make() };
      if (made.value instanceof Promise) {
        made.value.catch(() => {
          made = undefined;
        });
      }
    }
    return made.value;
  };
}
