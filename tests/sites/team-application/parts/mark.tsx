'use client';

import { useEffect, useState } from 'react';

/** Says when React has taken over this part of the page. */
export function Mark({ name = 'page' }: { name?: string }) {
  const [count, setCount] = useState(0);
  const [isHydrated, setHydrated] = useState(false);
  // eslint-disable-next-line react-hooks/set-state-in-effect -- An effect is what has to be shown to run.
  useEffect(() => setHydrated(true), []);
  return (
    <button data-mark={name} data-hydrated={isHydrated} onClick={() => setCount(count + 1)}>
      {name}: {count}
    </button>
  );
}
