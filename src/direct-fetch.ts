// The API's `fetch` where no network lies between it and its client: it fails as the network's does, with the
// signal's reason where its client gives up.

type Fetch = (request: Request) => Response | Promise<Response>;

/** Makes the `fetch` of a client in the same process of the one that listeners are given. */
export function createDirectFetch(fetch: Fetch): Fetch {
  return function fetchDirectly(request) {
    if (request.signal.aborted) return Promise.reject(request.signal.reason);
    const answer = fetch(request);
    // Why: what is answered at once is not held back.
    return answer instanceof Promise ? within(request, answer) : answer;
  };
}

/** Waits for an answer until its client gives up. What was asked for goes on all the same, as a server does. */
function within(request: Request, answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    // Runtime: the signal of a request follows its client's only as long as the request is in use.
    const giveUp = () => reject(request.signal.reason);
    const settle = () => request.signal.removeEventListener("abort", giveUp);
    request.signal.addEventListener("abort", giveUp);
    answer.then(resolve, reject).finally(settle);
  });
}
