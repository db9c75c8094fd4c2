'use client';

import { useState } from 'react';
import { browserReporter } from '../browser/reporter.js';
import { hasDigest } from '../shared/digest.js';
import { isEventId } from '../shared/event-id.js';
import type { EventState } from '../shared/event-state.js';
import type { Words } from '../shared/words/en.js';
import { messageHere, type Side } from '../responses/error-message.js';
import { useEventOf } from './event-state.js';
import { useReference, type Reference } from './failure.js';
import { failureTexts, type FailureTexts } from './failure-texts.js';
import { submitFeedback, type FeedbackState } from './feedback.js';
import { useWords } from './words.js';

/** What a team's own screen can say about a failure. */
export type FailureFacts = {
  /** `failed`: the site is to blame. `outage`: the network is, or something in between. */
  cause: 'failed' | 'outage';
  side: Side;
  title: string;
  /** The sentence that names side and host. Empty for an outage. */
  message: string;
  /** What a visitor can quote. `undefined`: nothing was reported, or not yet. */
  reference: Reference | undefined;
  event: EventState;
  /** When it failed; for a failure of the server, when the browser learned of it. */
  failedAt: Date;
  /** Renders the failed part again by its boundary, or else reloads the page. */
  retry: () => void;
  /**
   * Sends a visitor's words about the event, and resolves with their state and the sentence for it: it never rejects. `undefined`:
   * there is no event, or the site does not accept words (`report.feedback`), or that is not known yet.
   */
  sendFeedback: ((message: string) => Promise<FeedbackState>) | undefined;
  texts: FailureTexts;
};

/**
 * The facts of a failure, for a team that draws its own screen: in an `error.tsx` or `global-error.tsx`, or in the fallback of a
 * boundary. An error of the browser is reported, if it was not yet. The error's own message is not among the facts: it may not be
 * meant for visitors.
 * @param error from Next or the boundary
 * @param retry from there too: `retry`, or `unstable_retry` in Next 16.2
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
  // Not before the site says that reporting is on, or was asked in vain: a form that goes away again would be worse than a late one.
  const isAsking = CANDOR_FEEDBACK && event.state !== 'off' && event.state !== 'sending';
  const sendFeedback = isAsking && isEventId(id) ? (message: string) => submitFeedback(id, message) : undefined;
  return { ...facts, retry, sendFeedback, texts: failureTexts(facts, spoken, host) };
}

const reload = () => location.reload();

function reasonOf(error: unknown, side: Side, words: Words): Pick<FailureFacts, 'cause' | 'title' | 'message'> {
  const outage = browserReporter.outages.get(error as object);
  if (outage !== undefined)
    return { cause: 'outage', title: outage === CANDOR_WORDS_UNREACHABLE ? words.unreachable : outage, message: '' };
  return { cause: 'failed', title: words.failed, message: messageHere(side) };
}
