// What is made, or loaded, when it is first asked for, and then kept.

/** Makes a function that makes a value once. */
export function once<Value>(make: () => Value): () => Value {
  let making: (() => Value) | undefined = make;
  let made: Value | undefined;
  return () => {
    if (making === undefined) return made as Value;
    made = making();
    // Why: what it was made from is not needed any more.
    making = undefined;
    return made;
  };
}

/** Loads something when it is first asked for, once; what failed is tried again. */
export function whenAsked<Thing>(load: () => Promise<Thing>): () => Promise<Thing> {
  let loading: Promise<Thing> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
