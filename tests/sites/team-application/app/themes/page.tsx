import { Controls } from './controls';

type Props = { searchParams: Promise<{ fail?: string }> };

export default async function Themes({ searchParams }: Props) {
  const { fail } = await searchParams;
  if (fail !== undefined) throw new Error('Failing: a Server Component.');
  return (
    <main>
      <h1>Themes</h1>
      <Controls />
    </main>
  );
}
