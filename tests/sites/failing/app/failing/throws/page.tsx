import { Suspense } from 'react';
import { Throws } from './throws';
import { values } from './values';

type Props = { searchParams: Promise<{ what?: string; where?: string }> };

/** Throws a value, in the page itself, in a part that is streamed, or in a Client Component. */
export default async function Page({ searchParams }: Props) {
  const { what = '', where } = await searchParams;
  if (where === 'client') return <Throws what={what} />;
  if (where !== 'stream') throw values[what]?.();
  return (
    <Suspense fallback="…">
      <Streamed what={what} />
    </Suspense>
  );
}

async function Streamed({ what }: { what: string }): Promise<React.ReactNode> {
  await new Promise((resolve) => setImmediate(resolve));
  throw values[what]?.();
}
