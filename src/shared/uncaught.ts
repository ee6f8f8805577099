// Listeners of users: an error in them must not stop the caller.

/** Wraps a listener so that its errors are uncaught errors, as for any event listener. */
export function uncaught<Event>(listener: (event: Event) => void): (event: Event) => void {
  return (event) => {
    try {
      listener(event);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}
