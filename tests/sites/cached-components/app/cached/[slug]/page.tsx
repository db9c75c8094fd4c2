import { Suspense } from 'react';
import { Hydrated } from '../../hydrated';

export const generateStaticParams = () => [{ slug: 'built' }];

export default function Page({ params }: { params: Promise<{ slug: string }> }) {
  return (
    <>
      <Suspense fallback="Loading …">
        <Slug params={params} />
      </Suspense>
      <Hydrated />
    </>
  );
}

async function Slug({ params }: { params: Promise<{ slug: string }> }) {
  return <p>{(await params).slug}</p>;
}
