import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

/**
 * Loads a file that Next has compiled for its server, with what Next gives it: for a process of its own.
 * @param file absolute
 */
export async function requireCompiled(file: string): Promise<unknown> {
  Object.assign(globalThis, { AsyncLocalStorage });
  process.env.NEXT_RUNTIME = 'nodejs';
  return (await createRequire(import.meta.url)(file)) as unknown;
}
