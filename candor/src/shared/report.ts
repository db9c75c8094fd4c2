import { digestOf, newEventId } from './digest.js';

// Where each side keeps its reporter: this file is for both, and must bring the code of neither into the other.
const serverKey = Symbol.for('candor.server-context');
const browserKey = Symbol.for('candor.browser-reporter');

type Reporters = {
  [serverKey]?: { context?: { failures: { reportCaught(thrown: unknown): string } } };
  [browserKey]?: {
    reportOnce(thrown: unknown, by: 'report', known: { handled: true }): { eventId: string } | undefined;
  };
};

/**
 * Reports an error that was caught, after which the program goes on. For the code of servers and browsers alike. An error is one
 * event, however often it is reported or thrown again.
 * @returns the reference to show or to log: the event id, or the digest of an error that the server has reported. Where nothing
 * is reported, the console says so: before the server or the page has started, as in a build or a unit test; for `redirect()` and the
 * like, which are not errors; and for an error that an outage of the network or the site caused.
 */
export function report(thrown: unknown): string {
  const { [serverKey]: server, [browserKey]: browser } = globalThis as Reporters;
  if (server?.context) return server.context.failures.reportCaught(thrown);
  const reference = digestOf(thrown) ?? browser?.reportOnce(thrown, 'report', { handled: true })?.eventId;
  if (reference !== undefined) return reference;
  console.warn('This was passed to report(), and is not reported.', thrown);
  return newEventId();
}
