export const runtime = 'edge';

const kept = new Map<string, unknown>();

type Props = { searchParams: Promise<{ digest?: string; kept?: string }> };

export default async function Edge({ searchParams }: Props) {
  const { digest, kept: key } = await searchParams;
  if (key !== undefined) return <p>{String((kept.get(key) as { digest?: unknown }).digest)}</p>;
  const error = new Error('Failing: a Server Component threw in the edge runtime.');
  if (digest !== undefined) kept.set(digest, Object.assign(error, { digest }));
  throw error;
}
