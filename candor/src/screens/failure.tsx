'use client';

import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { browserReporter } from '../browser/reporter.js';
import { digestOf, hasDigest } from '../shared/digest.js';
import { messageHere } from '../responses/error-message.js';
import { InLanguage } from './in-language.js';
import { useLocalWords } from './visitor-words.js';

/** If it cannot be loaded, the screen is shown without it. */
const AfterFailure = lazy<ComponentType<Failed>>(() =>
  import('./after-failure.js').catch((error: unknown) => {
    console.warn(error); // It names the file.
    return { default: () => null };
  }),
);

export type FrameProps = { title: string; message?: ReactNode; children?: ReactNode };

export type Failed = { thrown: unknown; retry: () => void };
type Props = Failed & { Frame: ComponentType<FrameProps> };

/** The digest of a server failure, or the event id of a browser failure. `failedAt`: the browser does not know when the server failed. */
export type Reference = { label: 'Digest' | 'Event'; id: string; failedAt?: Date };

export function FailureDetails({ thrown, retry, Frame }: Props) {
  const reference = useReference(thrown);
  let outage = browserReporter.outages.get(thrown as object);
  // eslint-disable-next-line react-hooks/rules-of-hooks -- The build decides it.
  const local = CANDOR_LANGUAGES ? useLocalWords() : null;
  if (local === undefined) return null;
  // In here, so that a minifier puts each where it is used.
  const ofBuild = {
    failed: CANDOR_WORDS_FAILED,
    notYours: CANDOR_WORDS_NOT_YOURS,
    ifSent: CANDOR_WORDS_IF_SENT,
    quote: CANDOR_WORDS_QUOTE,
    again: CANDOR_WORDS_AGAIN,
    home: CANDOR_WORDS_HOME,
    unreachable: CANDOR_WORDS_UNREACHABLE,
  };
  const words = local === null ? ofBuild : local.words;
  if (CANDOR_LANGUAGES && outage === ofBuild.unreachable) outage = words.unreachable;

  const message = outage ? undefined : inEnglish(messageHere(hasDigest(thrown) ? 'server' : 'client'));
  return inLanguage(
    <Frame title={outage ?? words.failed} message={message}>
      <p>
        {!outage && `${words.notYours} `}
        {words.ifSent}
      </p>
      {reference && (
        <>
          <p>{words.quote}</p>
          <p className="reference">
            <code translate="no">{`${reference.label}: ${reference.id}`}</code>
          </p>
        </>
      )}
      <div className="actions">
        <button type="button" className="primary" onClick={retry}>
          {words.again}
        </button>
        {/* A full page load: it keeps no failed state, and costs a visitor without failures no script. */}
        <a className="button" href={CANDOR_HOME}>
          {words.home}
        </a>
      </div>
      <Suspense>
        <AfterFailure thrown={thrown} retry={retry} />
      </Suspense>
    </Frame>,
  );
}

// A site in one language does not pay for the first, one in English for neither.
const inLanguage = (screen: ReactNode) => (CANDOR_LANGUAGES ? <InLanguage>{screen}</InLanguage> : screen);
const inEnglish = (sentence: string) =>
  CANDOR_LANGUAGES || CANDOR_LANG !== 'en' ? <span {...english}>{sentence}</span> : sentence;
const english = { lang: 'en', dir: 'ltr' };

/** Reports the error, if the starter has not: then React or Next has changed. */
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
