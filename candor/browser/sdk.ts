import { applySdkMetadata, captureFeedback, Scope, type Breadcrumb, type Client } from '@sentry/core';
import { BrowserClient, defaultStackParser, linkedErrorsIntegration, rewriteFramesIntegration } from '@sentry/nextjs';
import { captureLeftovers, forgetLeftovers } from './orphaned-reports';
import type { Capture, StartSdk } from './reporter';
import { createBrowserTransport } from './transport';
import { createReportsInHand } from './in-flight-reports';
import { maskSecrets } from '../scrubbing/scrub';
import { appFrames, sdkOptions } from '../sdk-options';

const tunnel = '/monitoring';

/** Makes the browser's SDK as this server's settings say, and captures what earlier pages have left. */
export const startBrowserSdk: StartSdk = async (outbox, setState) => {
  const response = await fetch(tunnel, { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${tunnel} answered ${response.status}`);
  const { reporting, environment } = (await response.json()) as { reporting: 'on' | 'off'; environment: string };
  const { take, answered } = createReportsInHand(outbox, setState);
  if (reporting === 'off') {
    forgetLeftovers(outbox).catch(cannotRead);
    return ({ eventId }) => answered(eventId, { state: 'off' });
  }

  const options = {
    ...sdkOptions,
    // A placeholder: where envelopes go is the server's to know.
    dsn: 'https://browser@candor.invalid/1',
    tunnel,
    environment,
    stackParser: defaultStackParser,
    transport: () => createBrowserTransport(tunnel, answered),
    integrations: [
      linkedErrorsIntegration(),
      process.env.NODE_ENV === 'development'
        ? (await import('./development-frames')).developmentFramesIntegration()
        : rewriteFramesIntegration({ iteratee: appFrames((file) => file.replace(location.origin, 'app://')) }),
    ],
  };
  applySdkMetadata(options, 'nextjs', ['nextjs', 'react']);
  const client = new BrowserClient(options); // And no `init`, so that nothing in the page is wrapped.
  client.init();
  const capture: Capture = (report) => {
    take(report);
    try {
      captureWith(client, report);
    } catch (error) {
      console.warn('The error reporter has failed itself.', error);
      answered(report.eventId, { state: 'dropped', reason: 'the reporter failed' });
    }
  };
  captureLeftovers(outbox, capture, answered).catch(cannotRead);
  return capture;
};

function cannotRead(error: unknown) {
  console.warn('What earlier pages have left cannot be read.', error);
}

function captureWith(client: Client, report: Parameters<Capture>[0]): void {
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
    const message = maskSecrets(report.words); // An e-mail address stays: it may be there for an answer.
    captureFeedback({ message, associatedEventId: report.about, url }, { event_id: eventId }, scope);
    return;
  }
  const mechanism = { handled: false, type: `candor.${report.noticedBy}` };
  for (const breadcrumb of report.breadcrumbs) scope.addBreadcrumb(notLaterThan(at, breadcrumb));
  scope.captureException(report.thrown, { event_id: eventId, mechanism });
}

/** What led to a failure came before it, though the clock was set back in between. */
function notLaterThan(at: Date, breadcrumb: Breadcrumb): Breadcrumb {
  const latest = at.getTime() / 1000;
  return { ...breadcrumb, timestamp: Math.min(breadcrumb.timestamp ?? latest, latest) };
}
