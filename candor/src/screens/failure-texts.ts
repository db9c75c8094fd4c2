import { formatTime } from './format-time.js';
import { describeReference } from './reference.js';
import { stateText } from './state-text.js';
import type { FailureFacts } from './use-failure.js';
import type { Spoken } from '../shared/spoken.js';

/** Each word that Candor's own screen would say of a failure, for a screen of a team's own. Empty: it would not say that. */
export type FailureTexts = {
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
  report: string;
  time: string;
  /** The labels of the buttons and the link, and what copying says. */
  again: string;
  home: string;
  copy: string;
  copied: string;
  notCopied: string;
  /** The label of the field for `sendFeedback`, its button, and the state until it resolves. */
  ask: string;
  send: string;
  sending: string;
};

type Facts = Pick<FailureFacts, 'cause' | 'title' | 'message' | 'reference' | 'event' | 'failedAt'>;

/** @param host a name without port */
export function failureTexts(
  { cause, title, message, reference, event, failedAt }: Facts,
  spoken: Spoken,
  host?: string,
): FailureTexts {
  const { words, lang } = spoken;
  const { again, home, report, time, copy, copied, notCopied, ask, send, sendingAnswer: sending } = words;
  const advice = { failed: `${words.notYours} ${words.ifSent}`, outage: words.ifSent };
  return {
    ...{
      title,
      message,
      advice: advice[cause],
      again,
      home,
      report,
      time,
      copy,
      copied,
      notCopied,
      ask,
      send,
      sending,
    },
    quote: reference ? words.quote : '',
    reference: reference ? `${reference.label}: ${reference.id}` : '',
    toCopy: reference ? describeReference({ ...reference, failedAt }, event, host) : '',
    state: stateText(event, spoken),
    failedAt: formatTime(failedAt, lang),
  };
}
