'use client';

import { useTheme } from 'next-themes';
import { useState } from 'react';

/** Fails while it renders until somebody has tried again, and chooses the other theme. */
export function Controls() {
  const { resolvedTheme, setTheme } = useTheme();
  const [fails, setFails] = useState(false);
  if (fails) throw new Error('Failing: a Client Component.');
  return (
    <>
      <button type="button" onClick={() => setFails(true)}>
        Fail
      </button>
      <button type="button" onClick={() => setTheme(resolvedTheme === 'dark' ? 'light' : 'dark')}>
        Other theme
      </button>
    </>
  );
}
