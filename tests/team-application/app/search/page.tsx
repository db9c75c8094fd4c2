import Form from 'next/form';
import { Mark } from '../../parts/mark';

export default async function Search({ searchParams }: { searchParams: Promise<{ q?: string }> }) {
  const { q = '' } = await searchParams;
  return (
    <main>
      <h1>Search</h1>
      <Form action="/search">
        <input name="q" defaultValue={q} />
        <button>Go</button>
      </Form>
      <p data-found>{q}</p>
      <Mark />
    </main>
  );
}
