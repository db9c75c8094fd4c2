import { Suspense } from 'react';
import { Hydrated } from '../../../hydrated';

export const generateStaticParams = () => [];

/** With a part that comes late, so that React's own scripts are in what is cached. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <>
      <style href={`on-demand-${id}`} precedence="medium">{`.on-demand-${id} { color: green }`}</style>
      <p className={`on-demand-${id}`} style={{ margin: 1 }}>
        {id}
      </p>
      <Suspense fallback="Loading …">
        <Hydrated />
      </Suspense>
    </>
  );
}
