import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { common } from './adopt';
import { installManager } from './registry';

const release = 'pnpm@12.21.0';

/** Its commands. */
export const pnpm = {
  install: ['pnpm', 'install', '--no-frozen-lockfile', '--prefer-offline'],
  add: ['pnpm', 'add', '--prefer-offline'],
  remove: ['pnpm', 'remove'],
  exec: ['pnpm', 'exec'],
};

/** The environment in which pnpm is found. It is installed once on a machine. */
export async function environmentOfPnpm(): Promise<{ PATH: string }> {
  const kept = join(common, release.replaceAll(/\W+/g, '-'));
  if (!existsSync(kept)) {
    const partly = `${kept}-${process.pid}`;
    await installManager(partly, release);
    await rename(partly, kept);
  }
  return { PATH: `${join(kept, 'node_modules/.bin')}:${process.env.PATH}` };
}
