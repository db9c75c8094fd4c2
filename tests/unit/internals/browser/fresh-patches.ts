import { vi } from 'vitest';

/** The patches as a freshly loaded page has them: import their files after this. `lost`: what is missing, beside React's roots. */
export async function freshPatches() {
  vi.resetModules();
  const { missing } = await import('../../../../candor/src/internals/browser/patch');
  return { missing, lost: () => [...missing].filter((name) => name !== 'react-roots') };
}
