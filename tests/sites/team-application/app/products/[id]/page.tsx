import type { Metadata } from 'next';
import { Page } from '../../../parts/page';

type Props = { params: Promise<{ id: string }> };

export const dynamic = 'force-dynamic';

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Product ${(await params).id}` };
}

export default async function Product({ params }: Props) {
  return <Page title={`Product ${(await params).id}`} />;
}
