import { stateText } from './event-state.js';
import { formatTime } from './format-time.js';
import { describeReference } from './reference.js';
import type { FailureFacts } from './use-failure.js';
import type { Spoken } from '../shared/spoken.js';

/**
 * Each word that Candor's own screen would say of a failure, for a screen of a team's own. Empty: it would not say that. The labels of
 * the buttons, the link and the form are among them, and what copying says.
 */
export type FailureTexts = Labels & {
  title: string;
  /** The sentence that names side and host. */
  message: string;
  /** Whose fault it is, and to look before sending something again. */
  advice: string;
  /** Before the reference: to quote it. */
  quote: string;
  /** Such as `Digest: 0123…`. */
  reference: string;
  /** Reference, time, host and delivery state in lines, for a ticket. */
  toCopy: string;
  /** The delivery state, behind the label `report`. */
  state: string;
  /** In UTC, behind the label `time`. */
  failedAt: string;
  /** The state of `sendFeedback` until it resolves. */
  sending: string;
};

const labels = ['report', 'time', 'again', 'home', 'copy', 'copied', 'notCopied', 'ask', 'send'] as const;
type Labels = Record<(typeof labels)[number], string>;

type Facts = Pick<FailureFacts, 'cause' | 'title' | 'message' | 'reference' | 'event' | 'failedAt'>;

/** @param host a name without port */
export function failureTexts(
  { cause, title, message, reference, event, failedAt }: Facts,
  spoken: Spoken,
  host?: string,
): FailureTexts {
  const { words, lang } = spoken;
  const advice = { failed: `${words.notYours} ${words.ifSent}`, outage: words.ifSent };
  return {
    ...(Object.fromEntries(labels.map((label) => [label, words[label]])) as Labels),
    title,
    message,
    advice: advice[cause],
    sending: words.sendingAnswer,
    quote: reference ? words.quote : '',
    reference: reference ? `${reference.label}: ${reference.id}` : '',
    toCopy: reference ? describeReference({ ...reference, failedAt }, event, host) : '',
    state: stateText(event, spoken),
    failedAt: formatTime(failedAt, lang),
  };
}
