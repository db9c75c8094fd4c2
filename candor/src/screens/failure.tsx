'use client';

import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { browserReporter } from '../browser/reporter.js';
import { digestOf, hasDigest } from '../shared/digest.js';
import { messageHere } from './error-message.js';
import { homeLink } from './home-link.js';
import type { Reference } from './reference.js';

/** If it cannot be loaded, the screen is shown without it. */
const AfterFailure = lazy<ComponentType<Shown>>(() =>
  import('./after-failure.js').catch((error: unknown) => {
    console.warn(error); // It names the file.
    return { default: () => null };
  }),
);

/** The layout around the message of a failure: a whole page, or a part of one. */
export type FrameProps = { title: string; message?: string; children?: ReactNode };

type Failed = { thrown: unknown; retry: () => void };
type Props = Failed & { Frame: ComponentType<FrameProps> };

/** A failure whose screen is shown, and the reference on it, from when there is one. */
export type Shown = Failed & { reference: Reference | undefined };

/** The screen of an unexpected error: the message, the reference to quote, and the state of the report. */
export function FailureDetails({ thrown, retry, Frame }: Props) {
  const reference = useReference(thrown);
  if (browserReporter.isOutdated(thrown)) return <Frame title="This site was updated" message="Reloading …" />;

  const outage = browserReporter.outages.get(thrown as object);
  const message = outage ? undefined : messageHere(hasDigest(thrown) ? 'server' : 'client');
  return (
    <Frame title={outage ?? 'Something went wrong'} message={message}>
      <p>
        {message && 'This is the site’s fault, not yours. '}
        If you had just sent something, see whether it arrived before you send it again.
      </p>
      {reference && (
        <>
          <p>If you ask for help, quote this reference. It leads to what happened just now.</p>
          <p className="reference">
            <code>{`${reference.label}: ${reference.id}`}</code>
          </p>
        </>
      )}
      <div className="actions">
        <button type="button" className="primary" onClick={retry}>
          Try again
        </button>
        {homeLink}
      </div>
      <Suspense>
        <AfterFailure thrown={thrown} retry={retry} reference={reference} />
      </Suspense>
    </Frame>
  );
}

/**
 * The digest of a server failure, if it is safe to show; or the event id of an error that a boundary caught in this browser, from
 * when it is reported. The starter has reported it by then, unless React or Next has changed.
 */
export function useReference(thrown: unknown): Reference | undefined {
  const readFailure = () => browserReporter.failureOf(thrown);
  const failure = useSyncExternalStore(browserReporter.subscribe, readFailure, readFailure);
  useEffect(() => {
    if (!failure) browserReporter.reportOnce(thrown, 'boundary');
  }, [thrown, failure]);
  const digest = digestOf(thrown);
  if (digest !== undefined) return { label: 'Digest', id: digest };
  return failure && { label: 'Event', id: failure.eventId, failedAt: failure.at };
}
