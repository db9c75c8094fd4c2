'use client';

import { useState } from 'react';

function OrderRow({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error('fault: rendered in the browser');
  return <p>One order</p>;
}

function cancelOrder(): never {
  throw new Error('fault: clicked');
}

export default function Page() {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <main>
      <button onClick={() => cancelOrder()}>Cancel</button>
      <button onClick={() => setIsBroken(true)}>Break</button>
      <OrderRow isBroken={isBroken} />
    </main>
  );
}
