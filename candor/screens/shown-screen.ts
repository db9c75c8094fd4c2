import { useEffect } from 'react';
import type { EventState } from '../event-state';
import { tabMemory } from './session-value';

/** An application error screen, as far as it is worth remembering. */
export type ShownScreen = { reference: string; event: EventState };

/** The one that this tab showed last: for whoever asks when it is gone. */
export const lastShownScreen = tabMemory<ShownScreen>('candor.shown-screen');

/** Remembers the screen that is being shown, and what becomes of its event meanwhile. */
export function useShownScreen(reference: string, event: EventState): void {
  useEffect(() => lastShownScreen.write({ reference, event }), [reference, event]);
}
