'use client';

import { useState } from 'react';

/** Copies the text to the clipboard, and says whether that worked. Disabled while the text is empty. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [status, setStatus] = useState('');
  const copy = () =>
    // Browsers give the clipboard to secure origins only, and a setting may deny it altogether.
    new Promise((resolve) => resolve(navigator.clipboard.writeText(text))).then(
      () => setStatus('Copied.'),
      (error: unknown) => {
        console.warn('The clipboard cannot be used.', error);
        setStatus('Your browser blocked copying. Please select and copy it yourself.');
      },
    );
  return (
    <>
      <button type="button" disabled={text === ''} onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{status}</span>
    </>
  );
}
