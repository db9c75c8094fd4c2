import { notFound } from 'next/navigation';

/** None at build: each page is rendered when it is first asked for, and cached. */
export const generateStaticParams = () => [];

export default async function MadeLater({ params }: { params: Promise<{ slug: string }> }) {
  if ((await params).slug === 'nowhere') notFound();
  return (
    <main>
      <h1>A page that is cached after the build</h1>
    </main>
  );
}
