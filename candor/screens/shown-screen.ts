import { useEffect } from 'react';
import type { EventState } from '../event-state';
import { sessionValue } from './session-value';

/** An application error screen, as later pages of this tab need it. */
export type ShownScreen = { reference: string; event: EventState };

/** The one that this tab showed last, for pages that come after it. */
export const lastShownScreen = sessionValue<ShownScreen>('candor.shown-screen');

/** Stores the screen that is shown, and each state of its event. */
export function useShownScreen(reference: string, event: EventState): void {
  useEffect(() => void lastShownScreen.write({ reference, event }), [reference, event]);
}
