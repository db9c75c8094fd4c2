import { Page } from '../../../parts/page';

export const generateStaticParams = () => [{ filters: [] }];

export default async function Shop({ params }: { params: Promise<{ filters?: string[] }> }) {
  return <Page title={`Shop ${(await params).filters?.join(', ')}`} />;
}
