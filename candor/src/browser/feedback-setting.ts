import { isRecord } from '../shared/is-record.js';

let isOn: boolean | undefined;

/** Reads from a response of `GET /monitoring`, with `?event=` or without, whether this site accepts a visitor's words. */
export function noteFeedback(response: unknown): void {
  isOn = !(isRecord(response) && response.feedback === 'off');
}

/** `undefined`: the server has not responded yet. A state of an event follows each response, by which a screen reads it again. */
export const acceptsFeedback = (): boolean | undefined => isOn;
