import Form from 'next/form';
import { Page } from '../../parts/page';

export default async function Search({ searchParams }: { searchParams: Promise<{ q?: string }> }) {
  const { q = '' } = await searchParams;
  return (
    <Page title="Search">
      <Form action="/search">
        <input name="q" defaultValue={q} />
        <button>Go</button>
      </Form>
      <p data-found>{q}</p>
    </Page>
  );
}
