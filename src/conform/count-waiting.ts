// How long a run has waited, of which pauses that go by side by side are one.

/** Creates a count of pauses. Times are in seconds since any moment, and never go back. */
export function countWaiting() {
  let waited = 0;
  let until = 0;
  return {
    /** Counts a pause that begins now. */
    add(now: number, seconds: number): void {
      const end = now + seconds;
      waited += Math.max(0, end - Math.max(now, until));
      until = Math.max(until, end);
    },
    /** Tells how much has gone by; what is ahead, a stopped run never waits for. */
    secondsBy: (now: number): number => waited - Math.max(0, until - now),
  };
}
