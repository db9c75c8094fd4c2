import * as Sentry from '@sentry/nextjs';
import { createBrowserOutbox } from './app/_reporting/browser-outbox';
import type { BrowserSdk, LoadSdk } from './app/_reporting/browser-reporter';
import { createBrowserTransport } from './app/_reporting/browser-transport';
import { maskSecrets } from './app/_reporting/scrub';
import { only, sdkOptions } from './app/_reporting/sdk-options';

const tunnel = '/monitoring';

/** Starts the browser's SDK as this server's settings say. `undefined`: reporting is off. */
export const startBrowserSdk: LoadSdk = async (setState) => {
  const response = await fetch(tunnel, { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${tunnel} answered ${response.status}`);
  const { reporting, environment } = (await response.json()) as { reporting: 'on' | 'off'; environment: string };
  if (reporting === 'off') return undefined;

  Sentry.init({
    ...sdkOptions,
    // A placeholder: where envelopes go is the server's to know.
    dsn: 'https://browser@candor.invalid/1',
    tunnel,
    environment,
    transport: () => createBrowserTransport(tunnel, setState, createBrowserOutbox()),
    integrations: only('FunctionToString', 'LinkedErrors', 'NextjsClientStackFrameNormalization'),
  });
  return sdk;
};

const sdk: BrowserSdk = {
  capture({ eventId, thrown, noticedBy, failedAt }) {
    Sentry.withScope((scope) => {
      scope.addEventProcessor((event) => ({
        ...event,
        timestamp: failedAt.getTime() / 1000,
        request: { url: pageAddress(), headers: { 'User-Agent': navigator.userAgent } },
      }));
      const mechanism = { handled: false, type: `candor.${noticedBy}` };
      Sentry.captureException(thrown, { event_id: eventId, mechanism });
    });
  },
  // An e-mail address in a visitor's own words stays: it may be there for an answer.
  captureFeedback: (eventId, message) =>
    Sentry.captureFeedback({ message: maskSecrets(message), associatedEventId: eventId, url: pageAddress() }),
};

/** Without query and fragment: they may say more about a visitor than a report needs. */
function pageAddress(): string {
  return location.origin + location.pathname;
}
