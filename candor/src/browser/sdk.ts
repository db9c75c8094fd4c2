import options from '#options/client';
import { attempt } from '../internals/browser/patch.js';
import type { EventState } from '../shared/event-state.js';
import { ignoredHeader } from '../shared/page-state-headers.js';
import { claimReports, holdReports } from './claim-reports.js';
import type { StartSdk } from './create-reporter.js';
import { followEventState } from './follow-event-state.js';
import { makeEnvelope } from './make-envelope.js';
import { IgnoredEvent } from './make-event.js';
import type { CaptureReport, Report } from './report.js';
import { createBrowserTransport } from './transport.js';

export const startBrowserSdk: StartSdk = async (storage, setState) => {
  holdReports(storage);
  const { reporting, environment } = await loadSettings();
  const orphans = claimReports(storage).catch((error: unknown) => {
    console.warn('Reports left by closed pages could not be read.', error);
    return [];
  });
  if (reporting === 'off') {
    void orphans.then((reports) => reports.forEach((report) => settle(report, { state: 'off' })));
    return (report) => settle(report, { state: 'off' });
  }

  const send = createBrowserTransport((report, posted) => {
    if (posted.state !== 'retry') settle(report, posted);
    else setState(report.eventId, { state: report.isStored ? 'queued' : 'sending' });
  });

  /** Removes the report: the server has its event, or never will. */
  function settle({ eventId, at }: Report, event: EventState) {
    attempt(undefined, () => localStorage.removeItem(storage.keyPrefix + eventId));
    const afterMs = Math.max(0, Date.now() - at.getTime()); // The clock may have been set back since.
    setState(eventId, event.state === 'sent' ? { ...event, afterMs } : event);
  }

  const capture: CaptureReport = (report) => {
    makeEnvelope(report, environment, options)
      .then((envelope) => send(report, envelope))
      .catch((error: unknown) => {
        const isIgnored = error instanceof IgnoredEvent;
        if (isIgnored) countIgnored(error);
        else console.warn('The error reporter failed.', error);
        settle(report, { state: 'dropped', reason: isIgnored ? error.reason : 'the reporter failed' });
      });
  };

  void orphans.then((reports) => reports.forEach((report) => void resume(report)));

  /** Sends a report of a closed page, unless the server has its event and only the response was lost. */
  async function resume(report: Report) {
    const event = await followEventState(report.eventId, ({ state }) => state === 'sending');
    if (event.state === 'unknown' || event.state === 'sending') capture(report);
    else settle(report, event);
  }

  return capture;
};

/** The counters `ignored` of `GET /monitoring`. */
function countIgnored({ reason }: IgnoredEvent): void {
  fetch(CANDOR_TUNNEL, { method: 'POST', keepalive: true, headers: { [ignoredHeader]: reason } }).catch(console.warn);
}

async function loadSettings(): Promise<{ reporting: 'on' | 'off'; environment: string }> {
  const response = await fetch(CANDOR_TUNNEL, { signal: AbortSignal.timeout(10_000) }); // It says that no cache may keep it.
  if (!response.ok) throw new Error(`${CANDOR_TUNNEL} responded with ${response.status}`);
  const settings: unknown = await response.json();
  const { reporting, environment }: Record<string, unknown> = Object(settings);
  if ((reporting !== 'on' && reporting !== 'off') || typeof environment !== 'string') {
    throw new TypeError(`The response of ${CANDOR_TUNNEL} has no settings.`);
  }
  return { reporting, environment };
}
