'use client';

import { useState } from 'react';
import { createPortal } from 'react-dom';

export function Portal() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {isOpen && createPortal(<div role="dialog">In a portal</div>, document.body)}
    </>
  );
}
