import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { common } from './adopt';
import { installManager } from './registry';

export type Manager = {
  /** The package that has its program. `undefined`: npm, which comes with Node. */
  package?: string;
  lock: string;
  /** Installs what the lock file says, and nothing else. */
  install: string[];
  /** Installs where there is no lock file yet. */
  resolve: string[];
  add: string[];
  exec: string[];
  /** Has it add a package whose peers conflict with what there is. */
  withAnyPeer: string[];
};

export const managers = {
  npm: {
    lock: 'package-lock.json',
    install: ['npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund'],
    resolve: ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'],
    add: ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'],
    exec: ['npx', '--no-install'],
    withAnyPeer: ['--legacy-peer-deps'],
  },
  pnpm: {
    package: 'pnpm@12.21.0',
    lock: 'pnpm-lock.yaml',
    install: ['pnpm', 'install', '--frozen-lockfile', '--prefer-offline'],
    resolve: ['pnpm', 'install', '--no-frozen-lockfile', '--prefer-offline'],
    add: ['pnpm', 'add', '--prefer-offline'],
    exec: ['pnpm', 'exec'],
    withAnyPeer: [],
  },
} satisfies Record<string, Manager>;

/** The environment in which its program is found. It is installed once on a machine. */
export async function environmentOf(manager: Manager): Promise<{ PATH?: string }> {
  if (manager.package === undefined) return {};
  const kept = join(common, manager.package.replaceAll(/\W+/g, '-'));
  if (!existsSync(kept)) {
    const partly = `${kept}-${process.pid}`;
    await installManager(partly, manager.package);
    await rename(partly, kept);
  }
  return { PATH: `${join(kept, 'node_modules/.bin')}:${process.env.PATH}` };
}
