import { Mark } from '../../../parts/mark';

export const generateStaticParams = () => [{ filters: [] }, { filters: ['red'] }];

export default async function Shop({ params }: { params: Promise<{ filters?: string[] }> }) {
  return (
    <main>
      <h1>Shop {(await params).filters?.join(', ')}</h1>
      <Mark />
    </main>
  );
}
