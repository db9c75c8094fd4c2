'use client';

import { useEffect, useState, useLayoutEffect } from 'react';
import { isEventId } from '../shared/event-id.js';
import type { Failed } from './failure.js';
import { FeedbackForm } from './feedback-form.js';
import { useFailure } from './use-failure.js';
import { useWords } from './words.js';

/** The state of the report, and the visitor's actions. Loaded only after a failure. */
export default function AfterFailure({ thrown, retry }: Failed) {
  useLayoutEffect(() => keepTheme, []); // Runs before React clears them.
  const { reference, event, failedAt, sendFeedback, texts } = useFailure(thrown, retry);
  // Next removes its screen when the path changes, but not when a step in history changes only the query.
  useEffect(() => {
    const { search } = location;
    const onStep = () => location.search !== search && retry();
    window.addEventListener('popstate', onStep);
    return () => window.removeEventListener('popstate', onStep);
  }, [thrown, retry]);
  if (!reference) return null;
  return (
    <>
      <LostHead />
      <p className="report">
        {texts.report}:{' '}
        <span role="status" className="state" data-state={event.state}>
          {texts.state}
        </span>
        <br />
        {texts.time}: <time dateTime={failedAt.toISOString()}>{texts.failedAt}</time>
      </p>
      <div className="actions">
        <CopyButton text={texts.toCopy} />
      </div>
      {isEventId(reference.id) && <FeedbackForm eventId={reference.id} isAsking={!!sendFeedback} />}
    </>
  );
}

export function CopyButton({ text }: { text: string }) {
  const { words } = useWords();
  const [isCopied, setIsCopied] = useState<boolean>();
  const status = isCopied === undefined ? '' : isCopied ? words.copied : words.notCopied;
  return (
    <>
      <button type="button" onClick={() => void copy(text).then(setIsCopied)}>
        {words.copy}
      </button>
      <span role="status">{status}</span>
    </>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // Browsers give the clipboard to secure origins only.
    console.warn('The clipboard cannot be used.', error);
    return false;
  }
}

/** Restores what the document's head loses to a screen in place of the whole page. */
function LostHead() {
  const [isLost] = useState(() => document.querySelector('link[rel~="icon"]') === null);
  const [stylesheets] = useState(lostStylesheets);
  return (
    <>
      {stylesheets.map((address) => (
        <link key={address} rel="stylesheet" href={address} precedence="next" />
      ))}
      {isLost && CANDOR_ICON && <link rel="icon" href={CANDOR_ICON} />}
    </>
  );
}

/** The stylesheets of a page whose root layout threw: Next has only begun to load them. */
function lostStylesheets(): string[] {
  if (Array.from(document.styleSheets).some(({ href }) => !href?.endsWith(CANDOR_STYLESHEET))) return [];
  const preloaded = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]');
  return [...new Set(Array.from(preloaded, ({ href }) => href))];
}

/** Gives this document's theme to the one that React puts in its place before it is painted: React clears the attributes of `<html>`. */
function keepTheme(): void {
  const { className, dataset, style, classList } = document.documentElement;
  const classes = className.match(/(?<!\S)(light|dark)(?!\S)/g) ?? [];
  const [{ theme, mode }, { colorScheme }] = [{ ...dataset }, style];
  queueMicrotask(() => {
    classList.add(...classes);
    if (theme) dataset.theme ??= theme;
    if (mode) dataset.mode ??= mode;
    style.colorScheme ||= colorScheme;
  });
}
