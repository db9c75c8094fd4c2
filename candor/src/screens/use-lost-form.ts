'use client';

import { useLayoutEffect } from 'react';
import { restoreLostForm, keepLostForm } from '../browser/sent-form.js';

/** Gives what was typed back to a form that failed and was taken away with its part of the page, when that part is there again. */
export function useLostForm(): void {
  useLayoutEffect(() => {
    keepLostForm();
    return restoreLostForm; // It waits until React has put the part in the place of the screen.
  }, []);
}
