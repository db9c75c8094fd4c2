'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { browserReporter, type BrowserFailure } from '../_reporting/browser-reporter';
import { digestOf, isEventId } from '../_reporting/digest';
import { BrowserEventState, ServerEventState } from './event-state';
import { Screen } from './screen';
import { applicationErrorSentence } from './sentence';

/** The screen for what nobody expected: the sentence, the reference to quote, and what became of the report. */
export function ApplicationError({ thrown, retry }: { thrown: unknown; retry: () => void }) {
  const digest = digestOf(thrown);
  const failure = useReported(thrown);
  const host = useHost();
  const [shownAt] = useState(() => new Date());
  const eventId = digest ?? failure?.eventId;

  return (
    <Screen
      title="Something went wrong"
      actions={
        <>
          <button type="button" onClick={retry}>
            Try again
          </button>
          {/* eslint-disable-next-line @next/next/no-html-link-for-pages -- a full load carries along nothing that failed. */}
          <a href="/">Go to the home page</a>
        </>
      }
    >
      <p>{applicationErrorSentence(digest === undefined ? 'client' : 'server', host)}</p>
      {eventId !== undefined && (
        <div className="reference">
          <p>
            <code>{digest === undefined ? `Event: ${eventId}` : `Digest: ${eventId}`}</code>
          </p>
          <p>
            Report: <ReportState digest={digest} eventId={eventId} />
          </p>
          <p>
            Time: <time>{(failure?.failedAt ?? shownAt).toISOString()}</time>
          </p>
        </div>
      )}
    </Screen>
  );
}

function ReportState({ digest, eventId }: { digest: string | undefined; eventId: string }) {
  if (digest === undefined) return <BrowserEventState eventId={eventId} />;
  return isEventId(digest) ? <ServerEventState eventId={digest} /> : <>unknown here</>;
}

/** Reports what a boundary caught in this browser; what the server reported already comes back `undefined`. */
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
