export const runtime = 'edge';

export default async function Edge({ searchParams }: { searchParams: Promise<object> }) {
  await searchParams;
  throw new Error('Odd: a Server Component threw in the edge runtime.');
}
