import { connection } from 'next/server';
import { Hydrated } from '../../../hydrated';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  await connection();
  return (
    <>
      <p>{(await params).id}</p>
      <Hydrated />
    </>
  );
}
