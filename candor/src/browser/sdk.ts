import options from '#options/client';
import type { StartSdk } from './create-reporter.js';
import { noteFeedback } from './feedback-setting.js';
import { createInFlightReports } from './in-flight-reports.js';
import { makeEnvelope } from './make-envelope.js';
import { IgnoredEvent } from './make-event.js';
import { captureOrphanedReports, removeOrphanedReports } from './orphaned-reports.js';
import { followRepeats } from './repeats.js';
import type { CaptureReport } from './report.js';
import { countIgnored, createBrowserTransport } from './transport.js';

const tunnel = CANDOR_TUNNEL;

/** Starts reporting with this server's settings, and captures the reports that closed pages have left. */
export const startBrowserSdk: StartSdk = async (storage, setState, failures) => {
  const { reporting, environment } = await loadSettings();
  const inFlight = createInFlightReports(storage, setState);
  if (reporting === 'off') {
    removeOrphanedReports(storage).catch(warnUnreadable);
    return ({ eventId }) => inFlight.settle(eventId, { state: 'off' });
  }

  const transport = createBrowserTransport(tunnel, inFlight);
  const captureOne: CaptureReport = (report) => {
    inFlight.add(report);
    makeEnvelope(report, environment, options)
      .then((envelope) => transport.send(envelope))
      .catch((error: unknown) => {
        if (error instanceof IgnoredEvent) {
          countIgnored(tunnel, error.reason);
          return inFlight.settle(report.eventId, { state: 'dropped', reason: error.reason });
        }
        console.warn('The error reporter failed.', error);
        inFlight.settle(report.eventId, { state: 'dropped', reason: 'the reporter failed' });
      });
  };
  followRepeats(failures, storage, captureOne);
  captureOrphanedReports(storage, captureOne, inFlight.settle).catch(warnUnreadable);
  return (report) => {
    captureOne(report);
    if ('thrown' in report) report.repeats = 0; // Its event, which was just made, says how many there were until then.
  };
};

async function loadSettings(): Promise<{ reporting: 'on' | 'off'; environment: string }> {
  const response = await fetch(tunnel, { signal: AbortSignal.timeout(10_000) }); // It says that no cache may keep it.
  if (!response.ok) throw new Error(`${tunnel} responded with ${response.status}`);
  const settings: unknown = await response.json();
  const { reporting, environment } = Object(settings) as Record<string, unknown>;
  if ((reporting !== 'on' && reporting !== 'off') || typeof environment !== 'string') {
    throw new TypeError(`The response of ${tunnel} has no settings.`);
  }
  noteFeedback(settings);
  return { reporting, environment };
}

function warnUnreadable(error: unknown) {
  console.warn('Reports left by closed pages could not be read.', error);
}
