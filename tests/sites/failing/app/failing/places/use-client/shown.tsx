'use client';

import { use } from 'react';

export function Shown({ promise }: { promise: Promise<string> }) {
  return <h1>{use(promise)}</h1>;
}
