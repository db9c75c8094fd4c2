/** An error that crosses from a cached function into the page. */
export default async function Cached({ searchParams }: { searchParams: Promise<object> }) {
  await searchParams;
  return <p>{await failsInCache()}</p>;
}

async function failsInCache(): Promise<string> {
  'use cache';
  throw new Error('Failing: a cached function threw.');
}
