import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { packed, root, run } from '../adopt';
import { writeFiles } from '../files';

const wrappers = { streaming: 'aws-lambda-streaming', buffered: 'aws-lambda' } as const;
export type Wrapper = keyof typeof wrappers;

const adapter = { '@opennextjs/aws': '4.1.12', 'aws-lambda-ric': '3.3.0' };

/** What this application consists of, without its tests. */
const parts = [
  'app',
  'public',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'next.config.ts',
  'sentry.client.config.ts',
  'sentry.edge.config.ts',
  'sentry.server.config.ts',
  'tsconfig.json',
];

/** Builds this application, with the packed package, by OpenNext for each of its two kinds of wrapper. Next builds it once. */
export async function buildSite(folder: string) {
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true });
  await cp(join(import.meta.dirname, 'application'), folder, { recursive: true });
  const { typescript, '@types/node': ofNode, '@types/react': ofReact } = packageJson.devDependencies;
  const devDependencies = { typescript, '@types/node': ofNode, '@types/react': ofReact };
  const dependencies = { ...packageJson.dependencies, ...adapter, candor: await packed() };
  await writeFiles(folder, {
    'package.json': JSON.stringify({ private: true, type: 'module', dependencies, devDependencies }),
  });
  // Without scripts: those of AWS's runtime client compile its native module.
  await run(folder, 'npm', ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']);
  const buildCommand = { streaming: 'npx next build', buffered: 'true' };
  for (const wrapper of ['streaming', 'buffered'] as const) {
    await writeFiles(folder, { 'open-next.config.ts': configurationOf(wrapper, buildCommand[wrapper]) });
    await run(folder, 'npx', ['open-next', 'build']);
    await cp(join(folder, '.open-next'), join(folder, wrapper), { recursive: true });
  }
  return {
    built: { streaming: join(folder, 'streaming'), buffered: join(folder, 'buffered') },
    runtime: await prepareRuntime(folder),
  };
}

export type Site = Awaited<ReturnType<typeof buildSite>>;

/** Kept pages are files beside the function and not objects in S3; tags and revalidation, which need AWS, are left out. */
function configurationOf(wrapper: Wrapper, buildCommand: string): string {
  const override = {
    wrapper: wrappers[wrapper],
    converter: 'aws-apigw-v2',
    incrementalCache: 'fs-dev',
    tagCache: 'dummy',
    queue: 'dummy',
  };
  return `export default ${JSON.stringify({ default: { override }, buildCommand })};\n`;
}

/** @returns the program of AWS's runtime client */
async function prepareRuntime(folder: string): Promise<string> {
  const runtime = join(folder, 'node_modules/aws-lambda-ric');
  const native = join(runtime, 'dist/rapid-client.node');
  await mkdir(native);
  await cp(join(import.meta.dirname, 'rapid-client.cjs'), join(native, 'index.cjs'));
  await writeFiles(native, { 'package.json': '{"main":"index.cjs"}' });
  return join(runtime, 'bin/index.mjs');
}
