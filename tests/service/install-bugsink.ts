import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBugsink } from './bugsink';
import type { Account } from './bugsink-client';

/** What makes an installation, before the first test, with Bugsink's own commands: databases, an administrator, a token. */
export default async function installBugsink() {
  const installation = await mkdtemp(join(tmpdir(), 'candor-bugsink-installation-'));
  const account: Account = { email: 'admin@example.org', password: randomBytes(12).toString('hex'), token: '' };
  await runBugsink(installation, 'bugsink-create-conf', ['--template=singleserver', `--base-dir=${installation}`]);
  const manage = (...args: string[]) =>
    runBugsink(installation, 'bugsink-manage', args, {
      CREATE_SUPERUSER: `${account.email}:${account.password}`,
      PYTHONWARNINGS: 'ignore',
    });
  await Promise.all([manage('migrate'), manage('migrate', '--database=snappea')]);
  await manage('prestart');
  account.token = await manage('create_auth_token');
  await writeFile(join(installation, 'account.json'), JSON.stringify(account));
  process.env.BUGSINK_INSTALLATION = installation;
  return () => rm(installation, { recursive: true });
}
