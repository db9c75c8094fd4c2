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
  /** What it reads in the folder of a project to use another registry. */
  settings: (registry: string) => Record<string, string>;
};

const npmrc = (registry: string) => ({ '.npmrc': `registry=${registry}\n` });

export const managers = {
  npm: {
    lock: 'package-lock.json',
    install: ['npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund'],
    resolve: ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'],
    add: ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'],
    exec: ['npx', '--no-install'],
    withAnyPeer: ['--legacy-peer-deps'],
    settings: npmrc,
  },
  pnpm: {
    package: 'pnpm@12.21.0',
    lock: 'pnpm-lock.yaml',
    install: ['pnpm', 'install', '--frozen-lockfile', '--prefer-offline'],
    resolve: ['pnpm', 'install', '--no-frozen-lockfile', '--prefer-offline'],
    add: ['pnpm', 'add', '--prefer-offline'],
    exec: ['pnpm', 'exec'],
    withAnyPeer: [],
    settings: npmrc,
  },
  bun: {
    package: 'bun@1.4.5',
    lock: 'bun.lock',
    install: ['bun', 'install', '--frozen-lockfile'],
    resolve: ['bun', 'install'],
    add: ['bun', 'add'],
    exec: ['bunx', '--no-install'],
    withAnyPeer: [],
    settings: npmrc,
  },
  'yarn 1': {
    package: 'yarn@1.22.22',
    lock: 'yarn.lock',
    install: ['yarn', 'install', '--frozen-lockfile', '--non-interactive'],
    resolve: ['yarn', 'install', '--non-interactive'],
    add: ['yarn', 'add', '--non-interactive'],
    exec: ['yarn', '--silent'],
    withAnyPeer: [],
    settings: npmrc,
  },
  'yarn 4': {
    package: '@yarnpkg/cli-dist@4.18.1',
    lock: 'yarn.lock',
    install: ['yarn', 'install', '--immutable'],
    resolve: ['yarn', 'install', '--no-immutable'],
    add: ['yarn', 'add'],
    exec: ['yarn'],
    withAnyPeer: [],
    settings: (registry: string) => ({
      'yarn.lock': '', // Otherwise the folder belongs to a project above it.
      '.yarnrc.yml': [
        'nodeLinker: node-modules',
        `npmRegistryServer: '${registry}'`,
        'unsafeHttpWhitelist: [127.0.0.1]',
        'npmMinimalAgeGate: 0', // Both versions were published just now.
        'globalFolder: .yarn/global', // It keeps the addresses of archives, with the port of an earlier registry.
        'enableTelemetry: false\n',
      ].join('\n'),
    }),
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
