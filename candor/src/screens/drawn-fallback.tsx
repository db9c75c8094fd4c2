'use client';

import { useEffect, useRef, type ReactNode } from 'react';
import { directionOf } from '../shared/languages.js';
import type { BoundaryProps } from './boundary-props.js';
import { screenStyle } from './screen.js';
import { useFailure, type FailureFacts } from './use-failure.js';
import { useWords } from './words.js';

export type DrawnFallbackProps = {
  /** `undefined`: the failure is in a line of text. */
  draw: ((failure: FailureFacts) => ReactNode) | undefined;
  info: BoundaryProps;
  /** The element that had the focus when it failed. */
  focused: Element | null;
};

/** Loaded only after a failure. */
export default function DrawnFallback({ draw, info, focused }: DrawnFallbackProps) {
  const facts = useFailure(info.error, info[`${CANDOR_UNSTABLE}retry`]);
  return draw ? draw(facts) : <InlineFailure {...facts} focused={focused} />;
}

/** A failure within a line of text. */
function InlineFailure({ texts, retry, focused }: FailureFacts & Pick<DrawnFallbackProps, 'focused'>) {
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
