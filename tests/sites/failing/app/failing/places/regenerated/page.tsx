export const revalidate = 1;

/** The build makes it; every regeneration fails. */
export default function Page() {
  if (process.env.NEXT_PHASE !== 'phase-production-build') throw new Error('Failing: a regeneration.');
  return <h1>The page of the build</h1>;
}
