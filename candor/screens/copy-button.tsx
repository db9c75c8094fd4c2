'use client';

import { useState } from 'react';

type Props = { label: string; text: string };

/** Puts the text on the clipboard, and says whether it is there. There is nothing to copy while the text is empty. */
export function CopyButton({ label, text }: Props) {
  const [said, setSaid] = useState('');
  return (
    <>
      <button type="button" disabled={text === ''} onClick={() => void copy(text).then(setSaid)}>
        {label}
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
    return copyBySelection(text) ? 'Copied.' : 'This browser does not let the page copy: select it by hand.';
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
