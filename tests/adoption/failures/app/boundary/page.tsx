'use client';

import { useState } from 'react';

export default function Page() {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error('adopted: browser-boundary');
  return <button onClick={() => setIsBroken(true)}>browser-boundary</button>;
}
