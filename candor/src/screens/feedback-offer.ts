'use client';

import { useState, useSyncExternalStore } from 'react';
import { acceptsFeedback, subscribeToFeedback } from '../browser/feedback-setting.js';
import type { EventState } from '../shared/event-state.js';

/**
 * Whether a screen asks a visitor for words about this event: once the site is known to accept them, or was asked for the event in
 * vain. A form that goes away again would be worse than one that comes a moment later.
 */
export function useFeedbackOffer({ state }: EventState): boolean {
  const isOn = useSyncExternalStore(subscribeToFeedback, acceptsFeedback, acceptsFeedback);
  const [wasAsked, setWasAsked] = useState(false);
  // An event that waits for the reporter may be `sending` again at the next attempt to load it.
  if (!wasAsked && state !== 'sending') setWasAsked(true);
  return state !== 'off' && (isOn ?? wasAsked);
}
