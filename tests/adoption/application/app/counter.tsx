'use client';

import { useState } from 'react';

/** Counts only after it was hydrated. */
export function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button data-testid="counter" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
}
