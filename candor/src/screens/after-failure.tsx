'use client';

import { useEffect } from 'react';
import type { Shown } from './failure.js';
import { ReportStatus } from './report.js';
import { useThemeAfter } from './use-theme-after.js';

/** What a failure's screen does beside its message. Loaded only after a failure. */
export default function AfterFailure({ thrown, retry, reference }: Shown) {
  useThemeAfter();
  // Next removes its screen when the path changes, but not when a step in history changes only the query.
  useEffect(() => {
    const { search } = location;
    const onStep = () => location.search !== search && retry();
    window.addEventListener('popstate', onStep);
    return () => window.removeEventListener('popstate', onStep);
  }, [thrown, retry]);
  return reference && <ReportStatus reference={reference} retry={retry} />;
}
