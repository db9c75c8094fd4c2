'use client';

import { useState } from 'react';
import { report } from 'candor';
import { ErrorBoundary } from 'candor/screens';

function Part({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error('adopted: component-boundary');
  return null;
}

export default function Page() {
  const [isBroken, setIsBroken] = useState(false);
  const [isPartBroken, setIsPartBroken] = useState(false);
  const [reference, setReference] = useState<string>();
  if (isBroken) throw new Error('adopted: browser-render');
  return (
    <main>
      <button
        onClick={() => {
          throw new Error('adopted: browser-error');
        }}
      >
        browser-error
      </button>
      <button onClick={() => void Promise.reject(new Error('adopted: browser-rejection'))}>browser-rejection</button>
      <button onClick={() => setIsBroken(true)}>browser-render</button>
      <button onClick={() => setReference(report(new Error('adopted: handled')))}>handled</button>
      <button onClick={() => setIsPartBroken(true)}>component-boundary</button>
      <ErrorBoundary>
        <Part isBroken={isPartBroken} />
      </ErrorBoundary>
      <output>{reference}</output>
    </main>
  );
}
