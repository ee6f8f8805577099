// Values that are made, or loaded, the first time someone asks for them.

/** Wraps a function so that it runs once. A promise that rejects is forgotten, so that the next call tries again. */
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
