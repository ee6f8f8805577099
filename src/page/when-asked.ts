// Loading what most runs never need only when it is asked for.

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
