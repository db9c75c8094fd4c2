import { applySdkMetadata, captureFeedback, Scope, type Breadcrumb, type Client } from '@sentry/core';
import { BrowserClient, defaultStackParser, linkedErrorsIntegration, rewriteFramesIntegration } from '@sentry/nextjs';
import { isRecord } from '../is-record';
import { scrubSecrets } from '../scrubbing/scrub';
import { renameFrameFile, sdkOptions } from '../sdk-options';
import { createInFlightReports } from './in-flight-reports';
import { captureOrphanedReports, removeOrphanedReports } from './orphaned-reports';
import type { CaptureReport } from './report';
import type { StartSdk } from './reporter';
import { createBrowserTransport } from './transport';

const tunnel = '/monitoring';

/** Starts the browser SDK with this server's settings, and captures the reports that closed pages have left. */
export const startBrowserSdk: StartSdk = async (storage, setState) => {
  const { reporting, environment } = await fetchSettings();
  const inFlight = createInFlightReports(storage, setState);
  if (reporting === 'off') {
    removeOrphanedReports(storage).catch(warnUnreadable);
    return ({ eventId }) => inFlight.settle(eventId, { state: 'off' });
  }

  const options = {
    ...sdkOptions,
    // A placeholder: only the server knows where envelopes go.
    dsn: 'https://browser@candor.invalid/1',
    tunnel,
    environment,
    stackParser: defaultStackParser,
    transport: () => createBrowserTransport(tunnel, inFlight),
    integrations: [
      linkedErrorsIntegration(),
      process.env.NODE_ENV === 'development'
        ? (await import('./development-frames')).developmentFramesIntegration()
        : rewriteFramesIntegration({ iteratee: renameFrameFile((file) => file.replace(location.origin, 'app://')) }),
    ],
  };
  applySdkMetadata(options, 'nextjs', ['nextjs', 'react']);
  const client = new BrowserClient(options); // Not `Sentry.init`, which would wrap functions of the page.
  client.init();
  const capture: CaptureReport = (report) => {
    inFlight.add(report);
    try {
      captureWithClient(client, report);
    } catch (error) {
      console.warn('The error reporter failed.', error);
      inFlight.settle(report.eventId, { state: 'dropped', reason: 'the reporter failed' });
    }
  };
  captureOrphanedReports(storage, capture, inFlight.settle).catch(warnUnreadable);
  return capture;
};

type Settings = { reporting: 'on' | 'off'; environment: string };

async function fetchSettings(): Promise<Settings> {
  const response = await fetch(tunnel, { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${tunnel} responded with ${response.status}`);
  const settings: unknown = await response.json();
  if (!isSettings(settings)) throw new TypeError(`The response of ${tunnel} has no settings.`);
  return settings;
}

function isSettings(value: unknown): value is Settings {
  if (!isRecord(value) || typeof value.environment !== 'string') return false;
  return value.reporting === 'on' || value.reporting === 'off';
}

function warnUnreadable(error: unknown) {
  console.warn('Reports left by closed pages could not be read.', error);
}

function captureWithClient(client: Client, report: Parameters<CaptureReport>[0]): void {
  const { eventId, at, url, release } = report;
  const scope = new Scope();
  scope.setClient(client);
  scope.addEventProcessor((event) => ({
    ...event,
    timestamp: at.getTime() / 1000,
    ...(release !== undefined && { release }),
    request: { url, headers: { 'User-Agent': navigator.userAgent } },
  }));
  if ('words' in report) {
    const message = scrubSecrets(report.words); // E-mail addresses stay: the visitor may want a reply.
    captureFeedback({ message, associatedEventId: report.about, url }, { event_id: eventId }, scope);
    return;
  }
  const mechanism = { handled: false, type: `candor.${report.noticedBy}` };
  for (const breadcrumb of report.breadcrumbs) scope.addBreadcrumb(notLaterThan(at, breadcrumb));
  scope.captureException(report.thrown, { event_id: eventId, mechanism });
}

/** A breadcrumb precedes its failure, even if the clock was set back in between. */
function notLaterThan(at: Date, breadcrumb: Breadcrumb): Breadcrumb {
  const latest = at.getTime() / 1000;
  return { ...breadcrumb, timestamp: Math.min(breadcrumb.timestamp ?? latest, latest) };
}
