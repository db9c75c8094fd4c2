import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import packageJson from '../../package.json' with { type: 'json' };
import { respondWith, startFakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { changes, changesSinceFirst, commit, run } from './adopt';
import { writeFiles } from './files';
import { environmentOfPnpm, pnpm } from './pnpm';
import { startRegistry } from './registry';
import { serve } from './serve';

// From the first install to the last command, as a team does it, from a registry that has two versions. With pnpm: the fixtures have npm.

const [first, second] = ['0.1.0', '0.1.1'];
const { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk } = packageJson.dependencies;
const { typescript, '@types/node': nodeTypes, '@types/react': reactTypes } = packageJson.devDependencies;

// npm and pnpm add a missing peer in its newest version, which may need what the registry does not have yet.
const withSdk = `@sentry/nextjs@${sdk}`;

const sources = {
  '.gitignore': 'node_modules\n.next\nnext-env.d.ts\n',
  'tsconfig.json': readFileSync(join(import.meta.dirname, 'fixtures/established/tsconfig.json'), 'utf8'),
  'next.config.mjs': `export default {};\n`,
  'app/layout.tsx': `import type { ReactNode } from 'react';\n\nexport default function Layout({ children }: { children: ReactNode }) {\n  return (\n    <html lang="en">\n      <body>{children}</body>\n    </html>\n  );\n}\n`,
  'app/page.tsx': `export default function Page() {\n  return <p>Ours.</p>;\n}\n`,
  'app/fails/page.tsx': `export const dynamic = 'force-dynamic';\n\nexport default function Page(): never {\n  throw new Error('of a page');\n}\n`,
};

let registry: Awaited<ReturnType<typeof startRegistry>> | undefined;
let work: string;

test.beforeAll(async () => {
  work = await realpath(await mkdtemp(join(tmpdir(), 'candor-life-')));
  registry = await startRegistry(join(work, 'registry'), [first, second]);
});

test.afterAll(async () => {
  await registry?.stop();
  await rm(work, { recursive: true });
});

test('with pnpm: in by command, a failure, an update that keeps an edited screen, and out without a trace', async ({
  page,
}) => {
  const folder = join(work, 'adopter');
  // What pnpm knows of a registry at this port may be that of an earlier run.
  const env = { ...(await environmentOfPnpm()), XDG_CACHE_HOME: join(work, 'cache') };
  const call = ([program = '', ...args]: string[]) => run(folder, program, args, env);
  const candor = (...args: string[]) => call([...pnpm.exec, 'candor', ...args]);
  const manifest = {
    name: 'adopter',
    private: true,
    dependencies: { next, react, 'react-dom': reactDom },
    devDependencies: { typescript, '@types/node': nodeTypes, '@types/react': reactTypes },
  };
  await writeFiles(folder, {
    ...sources,
    'package.json': JSON.stringify(manifest, null, 2),
    '.npmrc': `registry=${registry!.url}\n`,
  });
  await call(pnpm.install);
  const listed = await readFile(join(folder, 'package.json'), 'utf8');
  await run(folder, 'git', ['init', '--quiet']);
  await commit(folder);

  await call([...pnpm.add, `candor@${first}`, withSdk]);
  await candor('init', '--example', '--yes');
  expect(await candor('init', '--example', '--yes')).toContain('Every file is there.');
  const screen = join(folder, 'app/not-found.tsx');
  await appendFile(screen, '// Ours.\n');
  await commit(folder, 'With Candor');

  await call([...pnpm.add, `candor@${second}`, withSdk]);
  expect((await changes(folder)).filter((line) => !/package\.json|lock|pnpm-workspace/.test(line))).toEqual([]);
  const printed = await call([...pnpm.exec, 'next', 'build']);
  expect(printed.split('\n').filter((line) => line.startsWith('Candor: '))).toEqual([]);
  const doctor: Doctor = (...args) => readDoctor(call(['npx', '--no-install', 'candor', 'doctor', ...args, '--json']));
  await failsWithOneReference(folder, page, doctor);

  await commit(folder, 'Updated');
  expect(await candor('remove', '--yes')).toContain('app/not-found.tsx:1  It imports Candor, and is yours.');
  await rm(screen);
  await commit(folder, 'Without the screen');
  const [, packages = ''] = /^Then: pnpm remove (.*)$/m.exec(await candor('remove', '--yes')) ?? [];
  await call([...pnpm.remove, ...packages.split(' ')]);
  expect((await changesSinceFirst(folder)).filter((path) => !/package\.json|lock|pnpm-workspace/.test(path))).toEqual(
    [],
  );
  expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toEqual(JSON.parse(listed));
  expect(existsSync(join(folder, 'node_modules/candor'))).toBe(false);
});

type Doctor = (...args: string[]) => ReturnType<typeof readDoctor>;

/** The document that `doctor --json` printed, and the status of its process. */
async function readDoctor(command: Promise<string>) {
  const { printed, status } = await command.then(
    (printed) => ({ printed, status: 0 }),
    ({ cause }: { cause: { stdout: string; code: number } }) => ({ printed: cause.stdout, status: cause.code }),
  );
  const said = JSON.parse(printed) as { findings: { says: string }[]; notes: string[]; error?: string };
  return { status, ...said };
}

async function failsWithOneReference(folder: string, page: Page, doctor: Doctor): Promise<void> {
  const ingest = await startFakeIngest();
  const server = await serve('start', { folder, dsn: ingest.dsn });
  try {
    const failed = await page.goto(`${server.url}/fails`);
    const digest = failed?.headers()['error-digest'] ?? '';
    await expect(page.getByText(`Digest: ${digest}`)).toBeVisible();
    await waitUntil('the event', () => ingest.arrivals.find(({ event }) => event?.event_id === digest));
    expect(server.output()).toContain(digest);
    await doctorFollows(doctor, server, ingest);
  } finally {
    await server.stop();
    await ingest.close();
  }
}

/** The command follows the example's failure to the service, says so when that refuses it, and ends when no site is there. */
async function doctorFollows(
  doctor: Doctor,
  server: Awaited<ReturnType<typeof serve>>,
  ingest: Awaited<ReturnType<typeof startFakeIngest>>,
): Promise<void> {
  const args = ['--url', server.url, '--fail', '/candor-example?fail'];
  const followed = await doctor(...args);
  expect(followed).toMatchObject({ status: 0, findings: [] });
  const [, digest] = /and the reference (\w{32}): delivered\b/.exec(followed.notes.join('\n')) ?? [];
  expect(ingest.arrivals.map(({ event }) => event?.event_id)).toContain(digest);

  ingest.answer(respondWith(400));
  const refused = await doctor(...args);
  expect(refused.status).toBe(1);
  expect(refused.findings.map(({ says }) => says)).toEqual([
    expect.stringMatching(/and the reference \w{32}: dropped: .*The log says more/),
  ]);

  await server.stop();
  expect(await doctor(...args)).toMatchObject({ status: 2, error: expect.any(String) });
}
