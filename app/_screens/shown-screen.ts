import { useEffect, useState } from 'react';
import type { EventState } from '../_reporting/event-state';
import { watchStatus } from './answer-status';
import { tabMemory } from './tab-memory';

/** A failure screen, as far as it is worth remembering. Times are milliseconds since the epoch. */
export type ShownScreen = { shownAt: number; status?: number; reference?: string; event?: EventState };

/** The failure screen that this tab showed last: for whoever asks when it is gone. */
export const lastShownScreen = tabMemory<ShownScreen>('candor.shown-screen');

/** Remembers the screen that is being shown, and what becomes of its event meanwhile. */
export function useShownScreen(reference?: string, event?: EventState): void {
  const [shownAt] = useState(() => Date.now());
  useEffect(() => {
    lastShownScreen.write({ shownAt, reference, event });
    return watchStatus((status) => lastShownScreen.write({ shownAt, status, reference, event }));
  }, [shownAt, reference, event]);
}
