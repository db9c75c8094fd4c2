import { isRecord } from '../shared/is-record.js';

// Only a page with a failure knows it: every response of the server's that such a page reads has it.

let isOn: boolean | undefined;
const listeners = new Set<() => void>();

/** Reads from a response of `GET /monitoring`, with `?event=` or without, whether this site accepts a visitor's words. */
export function noteFeedback(response: unknown): void {
  isOn = !(isRecord(response) && response.feedback === 'off');
  listeners.forEach((listener) => listener());
}

/** Whether this site accepts a visitor's words. `undefined`: the server has not responded yet. */
export const acceptsFeedback = (): boolean | undefined => isOn;

export function subscribeToFeedback(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
