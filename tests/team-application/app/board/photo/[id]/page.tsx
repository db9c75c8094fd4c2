import { Mark } from '../../../../parts/mark';

export default async function Photo({ params }: { params: Promise<{ id: string }> }) {
  return (
    <main>
      <h1>Photo {(await params).id}</h1>
      <Mark />
    </main>
  );
}
