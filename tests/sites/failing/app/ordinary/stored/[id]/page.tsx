import { stored } from '../stored';
import { Hydrated } from '../../../hydrated';

export const generateStaticParams = () => [];

/** Shows what visitors wrote as it is, which no application should. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <>
      <div dangerouslySetInnerHTML={{ __html: stored[(await params).id] ?? '' }} />
      <Hydrated />
    </>
  );
}
