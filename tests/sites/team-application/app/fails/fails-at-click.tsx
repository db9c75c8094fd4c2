'use client';

import { useState } from 'react';

export function FailsAtClick() {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error('Sample error: a page of the team, in the browser.');
  return <button onClick={() => setIsBroken(true)}>Fail</button>;
}
