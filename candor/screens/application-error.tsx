'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { browserReporter, type BrowserFailure } from '../browser/reporter';
import { digestOf, hasDigest } from '../digest';
import { isOutdated } from '../browser/version-skew';
import { HomeLink } from './home-link';
import { optionalLazy } from './optional-lazy';
import type { Reference } from './reference';
import { ReferenceLine } from './reference-line';
import { Screen } from './screen';
import { applicationErrorMessage, type Side } from './error-message';

const Report = optionalLazy(async () => (await import('./report')).Report);

type Props = { thrown: unknown; retry: () => void };

/** The screen for an unexpected error: the message, the reference to quote, and the state of the report. */
export function ApplicationError({ thrown, retry }: Props) {
  if (!hasDigest(thrown)) return <BrowserFailed thrown={thrown} retry={retry} />;
  return <ServerFailed digest={digestOf(thrown)} retry={retry} />;
}

/** `digest` is undefined when it is unsafe to show. */
function ServerFailed({ digest, retry }: { digest: string | undefined; retry: () => void }) {
  const [shownAt] = useState(() => new Date());
  const reference = digest === undefined ? undefined : ({ label: 'Digest', id: digest, failedAt: shownAt } as const);
  return <Failed side="server" reference={reference} retry={retry} />;
}

function BrowserFailed({ thrown, retry }: Props) {
  const failure = useReport(thrown);
  if (isOutdated(thrown)) return <Reloading />;
  const reference = failure && ({ label: 'Event', id: failure.eventId, failedAt: failure.at } as const);
  return <Failed side="client" reference={reference} retry={retry} />;
}

function Reloading() {
  return (
    <Screen title="This site was updated">
      <p>Reloading …</p>
    </Screen>
  );
}

function Failed({ side, reference, retry }: { side: Side; reference: Reference | undefined; retry: () => void }) {
  const host = typeof location === 'undefined' ? undefined : location.hostname; // Undefined on the server.
  // Next removes its screen when the path changes, but not when a step in history changes only the query.
  useEffect(() => {
    window.addEventListener('popstate', retry);
    return () => window.removeEventListener('popstate', retry);
  }, [retry]);
  return (
    <Screen title="Something went wrong">
      <p>{applicationErrorMessage(side, host)}</p>
      <p>
        This is the site’s fault, not yours. If you had just sent something, see whether it arrived before you send it
        again.
      </p>
      {reference && (
        <>
          <p>If you ask for help, quote this reference. It leads to what happened just now.</p>
          <ReferenceLine text={`${reference.label}: ${reference.id}`} />
        </>
      )}
      <div className="actions">
        <button type="button" className="primary" onClick={retry}>
          Try again
        </button>
        <HomeLink />
      </div>
      {reference && <Report reference={reference} host={host} />}
    </Screen>
  );
}

/** Reports an error that a boundary caught in this browser, or reloads an outdated page. */
function useReport(thrown: unknown): BrowserFailure | undefined {
  useEffect(() => {
    browserReporter.reportOnce(thrown, 'boundary');
  }, [thrown]);
  return useSyncExternalStore(
    browserReporter.subscribe,
    () => browserReporter.failureOf(thrown),
    () => undefined,
  );
}
