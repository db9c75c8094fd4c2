// The three forms of an HTTP date; the last has no zone and means UTC. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? .*\d\d:\d\d:\d\d( GMT| \d{4})$/;

/**
 * Reads `Retry-After`: whole seconds from now, rounded up and never negative. A date counts from the response's own `date`,
 * so that the two clocks need not agree; without one from `now`, in milliseconds since the epoch.
 * @returns `undefined` for anything else: GlitchTip sends `None`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function readRetryAfter(text = '', date = '', now = Date.now()): number | undefined {
  const until = readDate(text.trim());
  if (until === undefined) return readSeconds(text);
  return Math.max(0, Math.ceil((until - (readDate(date.trim()) ?? now)) / 1000));
}

/** Seconds as an integer or a fraction, rounded up. */
export function readSeconds(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text.trim()) ? Math.ceil(Number(text)) : undefined;
}

/** `Date.parse` alone accepts too much as a date: `5.5` is a day in May. */
function readDate(text: string): number | undefined {
  const [, end] = httpDate.exec(text) ?? [];
  if (end === undefined) return undefined;
  const time = Date.parse(end === ' GMT' ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
