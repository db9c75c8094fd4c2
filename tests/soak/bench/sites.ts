import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pack, { common, commit, edit, npmOptions, packed, run } from '../../adoption/adopt';
import { newApplication } from '../../adoption/new-application';
import { tested } from '../../../candor/src/internals/patches';
import packageJson from '../../../package.json' with { type: 'json' };
import { receiverPort } from './receiver.mjs';

const folder = join(common, 'bench'); // Outside of the repository, as any application.
const ofWizard = join(import.meta.dirname, '../../adoption/fixtures/wizard');
const sdk = { 10: '10.78.0', 11: packageJson.dependencies['@sentry/nextjs'] };
/** Where each site reports: the benchmark's own receiver. */
export const dsn = `http://publickey@127.0.0.1:${receiverPort}/1`;

/** What create-next-app makes and three pages more; that after `candor init`; with the policy; after the wizard of the SDK; and with OpenTelemetry. */
export const sites = ['bare', 'candor', 'enforce', 'wizard10', 'wizard11', 'otel'] as const;
export type Site = (typeof sites)[number];
export const siteFolder = (site: Site) => join(folder, site);

const withExporter = `import { OTLPHttpProtoTraceExporter, registerOTel } from '@vercel/otel';

export function register() {
  const url = 'http://127.0.0.1:${receiverPort}/api/1/integration/otlp/v1/traces';
  const traceExporter = new OTLPHttpProtoTraceExporter({ url, headers: { 'x-sentry-auth': 'sentry sentry_key=publickey' } });
  registerOTel({ serviceName: 'bench', traceExporter });
}
`;

/** Makes every site, without building it. */
export async function makeSites(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const bare = siteFolder('bare');
  await newApplication(`${tested.next[0]}.0`).make?.(bare);
  await cp(join(import.meta.dirname, 'pages'), join(bare, 'app'), { recursive: true });
  const { next, react, 'react-dom': reactDom } = packageJson.dependencies;
  await install(bare, `next@${next}`, `react@${react}`, `react-dom@${reactDom}`, 'undici@7');
  await edit(join(bare, 'next.config.ts'), (text) =>
    text.replace('/* config options here */', `output: 'standalone',`),
  );
  for (const site of sites.slice(1)) await run(folder, 'cp', ['-a', 'bare', site]);

  await pack();
  for (const site of ['candor', 'enforce'] as const) {
    await install(siteFolder(site), packed, `@sentry/nextjs@${sdk[11]}`);
    await run(siteFolder(site), 'git', ['init', '--quiet']);
    await commit(siteFolder(site), 'Bare'); // It edits only what is committed.
    await run(siteFolder(site), 'npx', ['--no-install', 'candor', 'init', '--yes']);
  }
  await edit(join(siteFolder('enforce'), 'next.config.ts'), (text) =>
    text.replace('withCandor(nextConfig)', `withCandor(nextConfig, { policy: 'enforce' })`),
  );
  for (const major of [10, 11] as const) await addWizard(siteFolder(`wizard${major}`), major);
  await run(siteFolder('otel'), 'npm', ['install', ...npmOptions, '@vercel/otel@2.1.3']); // With what it asks for beside it.
  await writeFile(join(siteFolder('otel'), 'instrumentation.ts'), withExporter);
}

/** The files of the wizard, which knows version 10 of the SDK. */
async function addWizard(site: string, major: 10 | 11): Promise<void> {
  await install(site, `@sentry/nextjs@${sdk[major]}`);
  const files = (await readdir(ofWizard)).filter((name) => /^(instrumentation|sentry|next\.config)/.test(name));
  for (const name of [...files, 'app/global-error.tsx']) await cp(join(ofWizard, name), join(site, name));
  for (const name of files.filter((one) => one !== 'instrumentation.ts' && one !== 'next.config.ts'))
    await edit(join(site, name), (text) => text.replace(/dsn: ".*"/, `dsn: '${dsn}'`));
  await edit(join(site, 'next.config.ts'), (text) => {
    const configured = text.replace('/* config options here */', `output: 'standalone',`);
    return major === 10 ? configured : configured.replace('"@sentry/nextjs"', '"@sentry/nextjs/config"');
  });
}

/** @returns seconds of `next build`, and MB of what is deployed */
export async function build(site: Site): Promise<{ 'build-time': number; deployed: number }> {
  const top = siteFolder(site);
  const standalone = join(top, '.next/standalone');
  await rm(join(top, '.next'), { recursive: true, force: true });
  const from = performance.now();
  await run(top, 'npx', ['--no-install', 'next', 'build']);
  const seconds = (performance.now() - from) / 1_000;
  for (const files of ['public', '.next/static'])
    await cp(join(top, files), join(standalone, files), { recursive: true });
  const files = await readdir(standalone, { recursive: true, withFileTypes: true });
  const sizes = files.filter((file) => file.isFile()).map(({ parentPath, name }) => stat(join(parentPath, name)));
  const bytes = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
  return { 'build-time': seconds, deployed: bytes / 1e6 };
}

const install = (site: string, ...packages: string[]) =>
  run(site, 'npm', ['install', ...npmOptions, '--legacy-peer-deps', ...packages]);
