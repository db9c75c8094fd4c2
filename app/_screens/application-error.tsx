'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { browserReporter, type BrowserFailure } from '../_reporting/browser-reporter';
import { digestOf, hasDigest, isEventId } from '../_reporting/digest';
import type { EventState } from '../_reporting/event-state';
import { CopyReference } from './copy-reference';
import { EventStateWord, useBrowserEvent, useServerEvent } from './event-state';
import { FeedbackForm } from './feedback-form';
import { describeReference, utc, type Reference } from './reference';
import { Screen } from './screen';
import { applicationErrorSentence, type Side } from './sentence';

type Props = { thrown: unknown; retry: () => void };

/** The screen for what nobody expected: the sentence, the reference to quote, and what became of the report. */
export function ApplicationError({ thrown, retry }: Props) {
  if (!hasDigest(thrown)) return <BrowserFailed thrown={thrown} retry={retry} />;
  return <ServerFailed digest={digestOf(thrown)} retry={retry} />;
}

/** `digest` is undefined when it is not fit to be shown. */
function ServerFailed({ digest, retry }: { digest: string | undefined; retry: () => void }) {
  const [shownAt] = useState(() => new Date());
  const event = useServerEvent(digest !== undefined && isEventId(digest) ? digest : undefined);
  const reference = digest === undefined ? undefined : ({ label: 'Digest', id: digest, failedAt: shownAt } as const);
  return <Failed side="server" reference={reference} event={event} retry={retry} />;
}

function BrowserFailed({ thrown, retry }: Props) {
  const failure = useReported(thrown);
  const event = useBrowserEvent(failure?.eventId);
  const reference = failure && ({ label: 'Event', id: failure.eventId, failedAt: failure.failedAt } as const);
  return <Failed side="client" reference={reference} event={event} retry={retry} />;
}

type FailedProps = { side: Side; reference: Reference | undefined; event: EventState; retry: () => void };

function Failed({ side, reference, event, retry }: FailedProps) {
  const host = useHost();
  // Next takes its screen away when the path changes; a step in history that changes only the query does not.
  useEffect(() => {
    window.addEventListener('popstate', retry);
    return () => window.removeEventListener('popstate', retry);
  }, [retry]);
  return (
    <Screen
      title="Something went wrong"
      failure={reference && { reference: `${reference.label}: ${reference.id}`, event }}
    >
      <p>{applicationErrorSentence(side, host)}</p>
      <p>It is not your doing. If you ask for help, quote this reference: it leads to what happened just now.</p>
      {reference && (
        <div className="reference">
          <p>
            <code>{`${reference.label}: ${reference.id}`}</code>
          </p>
          <p>
            Report: <EventStateWord event={event} />
          </p>
          <p>
            Time: <time dateTime={reference.failedAt.toISOString()}>{utc(reference.failedAt)}</time>
          </p>
        </div>
      )}
      <div className="actions">
        <button type="button" className="primary" onClick={retry}>
          Try again
        </button>
        {/* eslint-disable-next-line @next/next/no-html-link-for-pages -- a full load carries along nothing that failed. */}
        <a className="button" href="/">
          Go to the home page
        </a>
        {reference && <CopyReference text={describeReference(reference, event, host)} />}
      </div>
      {reference && isEventId(reference.id) && event.state !== 'off' && <FeedbackForm eventId={reference.id} />}
    </Screen>
  );
}

/** Reports what a boundary caught in this browser. */
function useReported(thrown: unknown): BrowserFailure | undefined {
  useEffect(() => {
    browserReporter.reportOnce(thrown, 'boundary');
  }, [thrown]);
  return useSyncExternalStore(
    browserReporter.subscribe,
    () => browserReporter.failureOf(thrown),
    () => undefined,
  );
}

/** The host name without port, known in the browser only. */
function useHost(): string | undefined {
  return useSyncExternalStore(
    () => () => {},
    () => location.hostname,
    () => undefined,
  );
}
