import { FailsAtClick } from './fails-at-click';

export default async function Page({ searchParams }: { searchParams: Promise<{ on?: string }> }) {
  if ((await searchParams).on === 'server') throw new Error('Sample error: a page of the team, on the server.');
  return (
    <main>
      <h1>Fails</h1>
      <FailsAtClick />
    </main>
  );
}
