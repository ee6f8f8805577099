// Listeners of others: what they throw must not end what they listen to.

/** Makes a listener whose errors are uncaught, like those of any event listener. */
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
