const failed = new Set<string>();

/** Fails the first time that it is asked for with this `key`, and never again. */
export default async function Heals({ searchParams }: { searchParams: Promise<{ key?: string }> }) {
  const { key = '' } = await searchParams;
  if (failed.has(key)) return <h1>Healed</h1>;
  failed.add(key);
  throw new Error('Failing: fails once.');
}
