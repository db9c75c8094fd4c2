import { Mark } from '../../../parts/mark';

export default async function Docs({ params }: { params: Promise<{ path: string[] }> }) {
  return (
    <main>
      <h1>{(await params).path.join(' / ')}</h1>
      <Mark />
    </main>
  );
}
