'use client';

import { useState } from 'react';

/** What React keeps itself: a text and a choice. */
export function Controlled() {
  const [text, setText] = useState('');
  const [isChosen, setIsChosen] = useState(false);
  return (
    <>
      <input name="own" aria-label="Own" value={text} onChange={({ target }) => setText(target.value)} />
      <label>
        <input
          type="checkbox"
          name="agreed"
          checked={isChosen}
          onChange={({ target }) => setIsChosen(target.checked)}
        />
        Agreed
      </label>
    </>
  );
}
