'use client';

import { useState } from 'react';

export default function FailsInBrowser() {
  const [isFailing, setFailing] = useState(false);
  if (isFailing) throw new Error('Sample error: a page of the team failed in the browser.');
  return (
    <main>
      <button type="button" onClick={() => setFailing(true)}>
        Fail
      </button>
    </main>
  );
}
