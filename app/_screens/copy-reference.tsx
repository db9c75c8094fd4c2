'use client';

import { useState } from 'react';

/** Puts the reference on the clipboard, and says whether it is there. */
export function CopyReference({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  return (
    <>
      <button type="button" onClick={() => void copy(text).then(setSaid)}>
        Copy reference
      </button>
      <span role="status">{said}</span>
    </>
  );
}

async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch (error) {
    // Browsers lend the clipboard to secure origins only, and may be told not to lend it at all.
    console.warn('The clipboard cannot be used.', error);
    return copyBySelection(text) ? 'Copied.' : 'This browser does not let the page copy: select the reference above.';
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}
