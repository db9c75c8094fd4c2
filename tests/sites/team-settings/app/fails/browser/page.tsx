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
      <button
        type="button"
        onClick={() => {
          throw new Error('Sample error: of no interest to the team.');
        }}
      >
        Fail in a way that is ignored
      </button>
    </main>
  );
}
