import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const folders = ['answers', 'app', 'candor', 'pages', 'public', 'scripts'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json'];
const notBuilt = ['next-env.d.ts', 'playwright.config.ts', 'vitest.config.ts'];

/** One hash of all that a build is made from: two builds with the same stamp are the same build. */
export function buildStamp(env) {
  const hash = createHash('sha256');
  for (const file of inputFiles()) {
    const contents = readFileSync(join(root, file));
    hash.update(`${file}\0${contents.length}\0`).update(contents);
  }
  return hash.update(JSON.stringify(buildSettings(env))).digest('hex');
}

// Walked, not asked of git: a source archive has no git.
function inputFiles() {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length)),
  );
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.ts') && !notBuilt.includes(name));
  return [...files, ...atRoot, ...inFolders].sort();
}

function buildSettings(env) {
  return {
    release: releaseOf(env),
    organisation: env.SENTRY_ORG,
    project: env.SENTRY_PROJECT,
    url: env.SENTRY_URL,
    uploadsSourceMaps: Boolean(env.SENTRY_AUTH_TOKEN),
    hidesExamplePage: env.EXAMPLE_PAGE === 'off',
    actionsKey: env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY,
  };
}

/** What the build is called at the reporting service, and the application inside it. */
export function releaseOf(env) {
  return env.SENTRY_RELEASE || gitRevision() || 'unreleased';
}

function gitRevision() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined; // Not a git checkout, or no commit yet.
  }
}
