'use client';

import { useState, useSyncExternalStore } from 'react';
import { acceptsFeedback, subscribeToFeedback } from '../browser/feedback-setting.js';
import { browserReporter } from '../browser/reporter.js';
import { hasDigest } from '../shared/digest.js';
import { isEventId } from '../shared/event-id.js';
import type { EventState } from '../shared/event-state.js';
import type { Words } from '../shared/words/en.js';
import { messageHere, type Side } from './error-message.js';
import { useEventOf } from './event-state.js';
import { useReference, type Reference } from './failure.js';
import { failureTexts, type FailureTexts } from './failure-texts.js';
import { submitFeedback, type FeedbackState } from './feedback.js';
import { useWords } from './words.js';

/** What there is to say about a failure on a screen of a team's own. */
export type FailureFacts = {
  /** `failed`: to blame is the site. `outage`: the network is, or what stands between. */
  cause: 'failed' | 'outage';
  side: Side;
  title: string;
  /** The sentence that names side and host. Empty: the site is not to blame. */
  message: string;
  /** What a visitor can quote. `undefined`: nothing was reported, or not yet. */
  reference: Reference | undefined;
  /** What has become of the event. */
  event: EventState;
  /** When it failed; for a failure of the server, when the browser had heard of it. */
  failedAt: Date;
  /** Renders again what failed, as the boundary does it; without a boundary's, it loads the page again. */
  retry: () => void;
  /**
   * Sends a visitor's words to the event, and resolves with their state and the sentence for it: it never rejects. `undefined`:
   * there is no event to send them to, or the site does not accept them (`report.feedback`), or that is not known yet.
   */
  sendFeedback: ((message: string) => Promise<FeedbackState>) | undefined;
  /** All words of Candor's own screen for this failure. */
  texts: FailureTexts;
};

/**
 * The facts of a failure, for a team that draws its own screen: in the component of an `error.tsx` or `global-error.tsx`, or in the
 * fallback of a boundary. An error of the browser that nobody has reported by then is reported. The error's own message is never
 * among the facts: it may tell visitors what is not meant for them.
 * @param error as Next or the boundary hands it on
 * @param retry likewise: `retry`, or `unstable_retry` in Next 16.2
 */
export function useFailure(error: unknown, retry: () => void = reload): FailureFacts {
  const spoken = useWords();
  const reference = useReference(error);
  const event = useEventOf(reference);
  const [shownAt] = useState(() => new Date());
  const side = hasDigest(error) ? 'server' : 'client';
  const host = typeof location === 'undefined' ? undefined : location.hostname;
  const failedAt = reference?.failedAt ?? shownAt;
  const facts = { ...reasonOf(error, side, spoken.words), side, reference, event, failedAt } as const;
  const id = reference?.id ?? '';
  const isAsking = useFeedbackOffer(event);
  const sendFeedback = isAsking && isEventId(id) ? (message: string) => submitFeedback(id, message) : undefined;
  return { ...facts, retry, sendFeedback, texts: failureTexts(facts, spoken, host) };
}

/**
 * Whether a screen asks a visitor for words about this event: once the site is known to accept them, or was asked for the event in
 * vain. A form that goes away again would be worse than one that comes a moment later.
 */
function useFeedbackOffer({ state }: EventState): boolean {
  const isOn = useSyncExternalStore(subscribeToFeedback, acceptsFeedback, acceptsFeedback);
  const [wasAsked, setWasAsked] = useState(false);
  // An event that waits for the reporter may be `sending` again at the next attempt to load it.
  if (!wasAsked && state !== 'sending') setWasAsked(true);
  return state !== 'off' && (isOn ?? wasAsked);
}

const reload = () => location.reload();

function reasonOf(error: unknown, side: Side, words: Words): Pick<FailureFacts, 'cause' | 'title' | 'message'> {
  const outage = browserReporter.outages.get(error as object);
  if (outage !== undefined)
    return { cause: 'outage', title: outage === CANDOR_WORDS_UNREACHABLE ? words.unreachable : outage, message: '' };
  return { cause: 'failed', title: words.failed, message: messageHere(side) };
}
