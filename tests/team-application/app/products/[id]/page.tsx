import type { Metadata } from 'next';
import { Mark } from '../../../parts/mark';

type Props = { params: Promise<{ id: string }> };

export const dynamic = 'force-dynamic';

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Product ${(await params).id}` };
}

export default async function Product({ params }: Props) {
  return (
    <main>
      <h1>Product {(await params).id}</h1>
      <Mark />
    </main>
  );
}
