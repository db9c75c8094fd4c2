import { Suspense } from 'react';
import { throwKept } from './errors';

type Props = { searchParams: Promise<{ way?: string; value?: string; where?: string }> };

/** Throws an error that has a digest of its own: in a render, in a stream or in an action. */
export default async function Digests({ searchParams }: Props) {
  const { way, value, where } = await searchParams;
  if (where === 'stream') {
    return (
      <Suspense fallback="…">
        <Fails way={way} value={value} />
      </Suspense>
    );
  }
  if (where === 'action') {
    return (
      <form action={fail.bind(null, way, value)}>
        <button>Fail</button>
      </form>
    );
  }
  throwKept(way, value);
}

async function Fails({ way, value }: { way?: string; value?: string }): Promise<React.ReactNode> {
  await new Promise((resolve) => setImmediate(resolve));
  throwKept(way, value);
}

async function fail(way?: string, value?: string): Promise<void> {
  'use server';
  throwKept(way, value);
}
