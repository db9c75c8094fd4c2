import { notFound } from 'next/navigation';

export const instant = false;

/** Next decides the status of the page before it has the parameter. */
export default async function Page({ params }: { params: Promise<{ what: string }> }): Promise<never> {
  const { what } = await params;
  if (what === 'none') notFound();
  throw new Error('Sample error: a page failed when it had its parameter.');
}
