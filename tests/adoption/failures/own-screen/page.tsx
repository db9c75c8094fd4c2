'use client';

import { useState } from 'react';

export default function Page() {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error('adopted: own screen, in the browser');
  return <button onClick={() => setIsBroken(true)}>Fail</button>;
}
