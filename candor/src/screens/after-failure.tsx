'use client';

import { useEffect } from 'react';
import { keepLostForm } from '../browser/sent-form.js';
import type { Shown } from './failure.js';
import { ReportStatus } from './report.js';
import { useLostForm } from './use-lost-form.js';
import { useThemeAfter } from './use-theme-after.js';

keepLostForm(); // As soon as this is loaded: the screen may have left by then.

/** What a failure's screen does beside its message. Loaded only after a failure. */
export default function AfterFailure({ thrown, retry, reference }: Shown) {
  useThemeAfter();
  useLostForm();
  // Next removes its screen when the path changes, but not when a step in history changes only the query.
  useEffect(() => {
    const { search } = location;
    const onStep = () => location.search !== search && retry();
    window.addEventListener('popstate', onStep);
    return () => window.removeEventListener('popstate', onStep);
  }, [thrown, retry]);
  return reference && <ReportStatus reference={reference} retry={retry} />;
}
