import { browserReporter } from '../browser/reporter.js';
import type { EventState } from '../shared/event-state.js';
import { formatText } from '../shared/format-text.js';
import { stateOf } from './event-state.js';
import { currentWords } from './words.js';

/** The state of a visitor's feedback, and the sentence that says so. */
export type FeedbackState = EventState & { text: string };

// Services truncate or reject longer feedback: https://develop.sentry.dev/sdk/telemetry/feedbacks/
const maxLength = 4_096;
const timeoutMs = 30_000;
const networkEvents = ['online', 'offline'];

let latest: { about: string; words: string; eventId: string; isStored: boolean } | undefined;

/** Sends a visitor's words about an event once, unless they were dropped. @returns a function that ends the calls of `onState` */
export function followFeedback(about: string, message: string, onState: (state: FeedbackState) => void): () => void {
  const stateNow = report(about, message.trim());
  const tell = () => onState(stateNow());
  const unsubscribe = browserReporter.subscribe(tell);
  for (const type of networkEvents) addEventListener(type, tell);
  queueMicrotask(tell);
  return () => {
    unsubscribe();
    for (const type of networkEvents) removeEventListener(type, tell);
  };
}

/** Resolves with the first state after `sending`, or with the one after 30 s or without a network. It never rejects. */
export function submitFeedback(about: string, message: string): Promise<FeedbackState> {
  return new Promise((resolve) => {
    let state: FeedbackState;
    const timer = setTimeout(finish, timeoutMs);
    const end = followFeedback(about, message, (latestState) => {
      state = latestState;
      if (state.state !== 'sending' || !navigator.onLine) finish();
    });
    function finish() {
      clearTimeout(timer);
      end();
      resolve(state);
    }
  });
}

function report(about: string, words: string): () => FeedbackState {
  const problem = problemOf(words);
  if (problem !== undefined) return () => ({ state: 'dropped', reason: problem, text: problem });
  try {
    if (latest?.about !== about || latest.words !== words || isLost(stateOf(latest.eventId))) {
      const { eventId, isStored = false } = browserReporter.report({ about, words });
      latest = { about, words, eventId, isStored };
    }
    const { eventId, isStored } = latest;
    return () => withText(stateOf(eventId), isStored);
  } catch (error) {
    console.warn('The feedback could not be sent.', error);
    return () => withText({ state: 'dropped', reason: 'the reporter failed' }, false);
  }
}

function problemOf(message: string): string | undefined {
  const { words, lang } = currentWords();
  if (message === '') return words.emptyAnswer;
  const over = message.length - maxLength;
  return over > 0 ? formatText(words.longAnswer, { over, most: maxLength }, lang) : undefined;
}

const isLost = ({ state }: EventState) => state === 'dropped' || state === 'off' || state === 'unknown';

function withText(event: EventState, isStored: boolean): FeedbackState {
  const { words, lang } = currentWords();
  const { state } = event;
  if (!navigator.onLine && (state === 'queued' || state === 'sending'))
    return isStored ? { state: 'queued', text: words.offlineAnswer } : { ...event, text: words.unkeptAnswer };
  const text = words[`${state}Answer`];
  return { ...event, text: state === 'dropped' ? formatText(text, { reason: event.reason }, lang) : text };
}
