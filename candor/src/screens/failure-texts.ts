import { formatState, type EventState } from '../shared/event-state.js';
import { formatText } from '../shared/format-text.js';
import { primary } from '../shared/languages.js';
import type { Spoken } from '../shared/spoken.js';
import type { Reference } from './failure.js';
import type { FailureFacts } from './use-failure.js';

/** All texts of Candor's screen for a failure, for a screen of a team's own. Empty: Candor's screen would not have it. */
export type FailureTexts = Labels & {
  title: string;
  /** The sentence that names side and host. */
  message: string;
  /** Whose fault it is, and to check before submitting again. */
  advice: string;
  /** To quote the reference. */
  quote: string;
  /** Such as `Digest: 0123…`. */
  reference: string;
  /** Reference, time, host and delivery state, one a line, for a ticket. */
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

export function failureTexts(facts: Facts, { words, lang }: Spoken, host?: string): FailureTexts {
  const { cause, title, message, reference, event, failedAt } = facts;
  return {
    ...(Object.fromEntries(labels.map((label) => [label, words[label]])) as Labels),
    title,
    message,
    advice: cause === 'failed' ? `${words.notYours} ${words.ifSent}` : words.ifSent,
    sending: words.sendingAnswer,
    quote: reference ? words.quote : '',
    reference: reference ? `${reference.label}: ${reference.id}` : '',
    toCopy: reference ? toCopy(reference, failedAt, event, host) : '',
    state: event.state === 'dropped' ? formatText(words.dropped, { reason: event.reason }, lang) : words[event.state],
    failedAt: formatTime(failedAt, lang),
  };
}

/** In English, for the support team. */
function toCopy({ label, id }: Reference, failedAt: Date, event: EventState, host: string | undefined): string {
  return [
    `${label}: ${id}`,
    `Time: ${formatTime(failedAt, 'en')}`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    `Report: ${formatState(event)}`,
  ].join('\n');
}

/** The time in UTC, as the language writes it; in English as in the log: `2026-11-20 12:29:05 UTC`. */
function formatTime(time: Date, lang: string): string {
  if (primary(lang) === 'en') return time.toISOString().replace(/^(.*)T(.*)\.\d+Z$/, '$1 $2 UTC');
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(time);
}
