import { Suspense } from 'react';
import { Counter } from '../counter';

type Props = { params: Promise<{ slug: string }> };

async function Title({ params }: Props) {
  return <h1>About {(await params).slug}</h1>;
}

export default function Article({ params }: Props) {
  return (
    <main>
      <Suspense fallback={<p>One moment …</p>}>
        <Title params={params} />
      </Suspense>
      <Counter />
    </main>
  );
}
