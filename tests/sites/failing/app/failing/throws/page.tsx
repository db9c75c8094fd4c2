import { values } from './values';

export default async function Page({ searchParams }: { searchParams: Promise<{ what?: string }> }) {
  const { what = '' } = await searchParams;
  throw values[what]?.();
}
