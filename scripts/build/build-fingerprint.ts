import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import ignore from 'ignore';
import { buildRelease } from '../../candor/src/build/build-release';
import type { Environment } from '../run/processes';
import { root } from '../run/root';

// The one list of everything that a build is made from. Every file counts unless it is excluded here: a forgotten file would
// leave a stale build, a superfluous one costs only a needless build. Of `/.env*` the variables below count.
const notBuilt = [
  ...['.git', '/.*/', '/.editorconfig', '/.env*', '/.gitattributes', '/.gitignore', '/.prettierignore'],
  ...['/*.md', '/candor/*.md', '/candor/LICENSE', '/candor/api/', '/LICENSE', '/docs/', '/tests/'],
  ...['/eslint.config.mjs', '/knip.json', '/playwright.config.ts', '/vitest.config.ts'],
];

/** The files that a build of this folder is made from, sorted. They are looked up on the disk: a source archive has no git. */
export function inputFiles(folder: string): string[] {
  const gitIgnore = join(folder, '.gitignore');
  const excluded = ignore().add(notBuilt);
  if (existsSync(gitIgnore)) excluded.add(readFileSync(gitIgnore, 'utf8'));

  const filesIn = (path: string): string[] =>
    readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
      const found = `${path}${entry.name}${entry.isDirectory() ? '/' : ''}`;
      if (excluded.ignores(found)) return [];
      if (entry.isDirectory()) return filesIn(found);
      return entry.isFile() ? [found] : [];
    });
  return filesIn('').sort();
}

/** Whether `next build` writes the value of this variable into the build. */
export function isInlinedByNext(name: string): boolean {
  return /^NEXT_(PUBLIC_.*|DEPLOYMENT_ID|HASH_SALT|SERVER_ACTIONS_ENCRYPTION_KEY)$/.test(name);
}

// In Next's order; the last one wins. https://nextjs.org/docs/app/guides/environment-variables
const envFiles = ['.env', '.env.production', '.env.local', '.env.production.local'];

/** The values that a build depends on. Node's version is not one: a build by one supported version runs under all of them. */
function inputVariables(folder: string, env: Environment) {
  const files = envFiles.map((name) => join(folder, name)).filter((file) => existsSync(file));
  const readByNext: Environment = Object.assign({}, ...files.map((file) => parseEnv(readFileSync(file, 'utf8'))), env);
  const inlined = Object.entries(readByNext).filter(([name]) => isInlinedByNext(name));
  const { SENTRY_ORG, SENTRY_PROJECT, SENTRY_URL, SENTRY_AUTH_TOKEN, EXAMPLE_PAGE } = env;
  const others = [SENTRY_ORG, SENTRY_PROJECT, SENTRY_URL, Boolean(SENTRY_AUTH_TOKEN), EXAMPLE_PAGE === 'off'];
  return [...inlined.sort(), others, buildRelease(env, folder)];
}

/** Two builds with the same fingerprint are the same build. */
export function buildFingerprint(env: Environment, folder: string = root): string {
  const files = hashFiles(folder, inputFiles(folder));
  return createHash('sha256')
    .update(`${files}${JSON.stringify(inputVariables(folder, env))}`)
    .digest('hex');
}

export function hashFiles(folder: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const contents = readFileSync(join(folder, file));
    hash.update(`${file}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex');
}
