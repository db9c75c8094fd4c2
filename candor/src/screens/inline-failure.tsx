'use client';

import { useEffect, useRef } from 'react';
import { directionOf } from '../shared/languages.js';
import { screenStyle } from './screen.js';
import type { FailureFacts } from './use-failure.js';
import { useWords } from './words.js';

type Props = FailureFacts & { focused: Element | null };

/** A failure within a line of text: what happened, the reference, and a way to try again, without a block. */
export function InlineFailure({ texts, retry, focused }: Props) {
  const { lang } = useWords();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused?.isConnected === false) button.current?.focus(); // It was in the part that failed.
  }, [focused]);
  return (
    <span className="candor inline-error" lang={lang} dir={directionOf(lang)}>
      {screenStyle}
      <span role="alert">{texts.title}</span>
      {texts.reference && (
        <>
          {' '}
          (<code translate="no">{texts.reference}</code>)
        </>
      )}{' '}
      <button type="button" ref={button} onClick={retry}>
        {texts.again}
      </button>
    </span>
  );
}
