import type { GetServerSideProps } from 'next';
import { useState } from 'react';

export const getServerSideProps: GetServerSideProps = async ({ query }) => {
  if (query.fail) throw new Error('adopted: pages-router');
  return { props: {} };
};

export default function OldPage() {
  const [count, setCount] = useState(0);
  return (
    <button data-testid="counter" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
}
