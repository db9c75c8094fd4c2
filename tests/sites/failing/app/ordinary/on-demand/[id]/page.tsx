import { Suspense } from 'react';
import { Hydrated } from '../../../hydrated';

export const generateStaticParams = () => [];

/** With a part that comes late, so that React's own scripts are in what is cached. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <>
      <style href="on-demand" precedence="medium">{`.on-demand { color: green }`}</style>
      <p className="on-demand">{(await params).id}</p>
      <Suspense fallback="Loading …">
        <Hydrated />
      </Suspense>
    </>
  );
}
