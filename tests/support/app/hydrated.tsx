'use client';

import { useSyncExternalStore } from 'react';

const nothingChanges = () => () => {};

/** Says when React has taken over the page. */
export function Hydrated() {
  const isHydrated = useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  );
  return <output>{isHydrated ? 'hydrated' : 'not hydrated'}</output>;
}
