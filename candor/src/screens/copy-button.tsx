'use client';

import { useState } from 'react';
import { useWords } from './words.js';

export function CopyButton({ text }: { text: string }) {
  const { words } = useWords();
  const [isCopied, setIsCopied] = useState<boolean>();
  const status = isCopied === undefined ? '' : isCopied ? words.copied : words.notCopied;
  return (
    <>
      <button type="button" onClick={() => void copy(text).then(setIsCopied)}>
        {words.copy}
      </button>
      <span role="status">{status}</span>
    </>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // Browsers give the clipboard to secure origins only.
    console.warn('The clipboard cannot be used.', error);
    return false;
  }
}
