import Link from 'next/link';
import { Hydrated } from '../../../hydrated';

export const runtime = 'edge';

export default async function Page({ searchParams }: { searchParams: Promise<{ again?: string }> }) {
  return (
    <>
      <h1>{(await searchParams).again ?? 'first'}</h1>
      <Link href="?again=second">Again</Link>
      <Hydrated />
    </>
  );
}
