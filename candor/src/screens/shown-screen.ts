import { useEffect } from 'react';
import { attempt } from '../browser/attempt.js';
import type { EventState } from '../shared/event-state.js';

/** The key in `sessionStorage` of the application error screen that this tab showed last, for pages that come after it. */
export const shownScreenKey = 'candor.shown-screen';

export type ShownScreen = { reference: string; event: EventState };

/** Stores the screen that is shown, and each state of its event. */
export function useShownScreen(reference: string, event: EventState): void {
  useEffect(() => {
    const shown: ShownScreen = { reference, event };
    attempt(() => sessionStorage.setItem(shownScreenKey, JSON.stringify(shown)));
  }, [reference, event]);
}
