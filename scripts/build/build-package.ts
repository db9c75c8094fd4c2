import { join } from 'node:path';
import { CommandError } from '../run/cli';
import { startNode, type Environment } from '../run/processes';
import { root } from '../run/root';

const script = join(root, 'candor/scripts/build.mjs');

/** Compiles the package, from which the application imports, unless that is up to date. */
export async function buildPackage(env: Environment, ...options: '--types'[]): Promise<void> {
  const status = await startNode([script, ...options], { env }).ended;
  if (status !== 0) throw new CommandError(`The package was not built: its compiler ended with status ${status}.`);
}

/** Compiles the package again after every change, until this process ends. */
export function followPackage(env: Environment): void {
  void startNode([script, '--watch'], { env }).ended.then(() =>
    console.error('The compiler of the package ended by itself; its changes are not followed any longer.'),
  );
}
