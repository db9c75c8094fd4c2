'use client';

import { useState } from 'react';
import { reportWords as words } from './messages.js';

type Props = { label: string; text: string };

/** Copies the text to the clipboard, and says whether that worked. Disabled while the text is empty. */
export function CopyButton({ label, text }: Props) {
  const [status, setStatus] = useState('');
  return (
    <>
      <button type="button" disabled={text === ''} onClick={() => void copy(text).then(setStatus)}>
        {label}
      </button>
      <span role="status">{status}</span>
    </>
  );
}

async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return words.copied;
  } catch (error) {
    // Browsers give the clipboard to secure origins only, and a setting may deny it altogether.
    console.warn('The clipboard cannot be used.', error);
    return copyBySelection(text) ? words.copied : words.notCopied;
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
