/** Throws an error with a digest of its team's. */
export async function findGone(): Promise<string> {
  'use cache';
  throw Object.assign(new Error('Failing: what a cached function looked for is gone.'), { digest: 'TEAM;gone;1' });
}
