import { forbidden, notFound } from 'next/navigation';

export const revalidate = 60;

export const generateStaticParams = () => [];

/** A page that Next renders once and keeps, if it can be rendered. */
export default async function CachedPage({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  if (slug === 'missing') notFound();
  if (slug === 'forbidden') forbidden();
  if (slug.startsWith('broken')) {
    await new Promise((resolve) => setTimeout(resolve, 50)); // Other requests wait for the same render.
    throw new Error('Failing: a cached page threw.');
  }
  return <h1>{slug}</h1>;
}
