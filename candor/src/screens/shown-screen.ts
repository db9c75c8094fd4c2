'use client';

import { useEffect } from 'react';
import { isEventState, type EventState } from '../shared/event-state.js';
import { isRecord } from '../shared/is-record.js';
import type { FollowedFailure } from './follow-failure.js';
import type { Reference } from './reference.js';

// Not by `attempt`: the bundler makes one module of the starter only where all pages evaluate its parts in one order.
const key = 'candor.shown-screen';

/** Stores the screen that is shown, and each state of its event, for pages that come after it in this tab. */
export function useShownScreen(reference: Reference | undefined, event: EventState): void {
  const { label, id } = reference ?? {};
  useEffect(() => {
    if (id === undefined) return;
    try {
      sessionStorage.setItem(key, JSON.stringify({ reference: { label, id }, event }));
    } catch (error) {
      console.warn(error); // The browser stores nothing.
    }
  }, [label, id, event]);
}

/**
 * The failure that a screen of this tab showed last, on this page or on an earlier one, with the state that its event had then.
 * `undefined`: there was none, or the browser stores nothing.
 */
export function lastShownFailure(): FollowedFailure | undefined {
  try {
    const { reference, event } = Object(JSON.parse(sessionStorage.getItem(key) ?? 'null')) as Record<string, unknown>;
    if (isReference(reference) && isEventState(event)) return { reference, event };
  } catch (error) {
    console.warn(error);
  }
  return undefined;
}

function isReference(value: unknown): value is Reference {
  return isRecord(value) && (value.label === 'Digest' || value.label === 'Event') && typeof value.id === 'string';
}
