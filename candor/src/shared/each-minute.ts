const minuteMs = 60_000;

/** Returns a function that passes on the first call of a minute, with the number of calls since the start. */
export function eachMinute<Args extends unknown[]>(say: (count: number, ...args: Args) => void) {
  let count = 0;
  let saidAtMs = -Infinity;
  return (...args: Args): void => {
    count += 1;
    const nowMs = performance.now();
    if (nowMs - saidAtMs < minuteMs) return;
    saidAtMs = nowMs;
    say(count, ...args);
  };
}
