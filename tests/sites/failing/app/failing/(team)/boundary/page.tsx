import { Boundaries } from './boundaries';

export default async function Page({ searchParams }: { searchParams: Promise<{ way?: string }> }) {
  const { way = '' } = await searchParams;
  if (way === 'server') throw new Error('Failing: a Server Component under error.tsx.');
  return <Boundaries way={way} />;
}
