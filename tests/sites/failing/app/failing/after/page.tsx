import { failAfter } from './fail-after';

export default async function After({ searchParams }: { searchParams: Promise<{ what: string }> }) {
  failAfter((await searchParams).what);
  return <h1>Sent</h1>;
}
