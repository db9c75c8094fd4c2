import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { releaseOf } from './build/release';
import { runCommand } from './run/cli';
import { startProcess } from './run/processes';
import { root } from './run/root';
import { findOrInstallChromium } from './test/chromium';
import { testEnvironment } from './test/test-environment';

// Carries out what the README says of starting from Candor: in a copy the demo is removed and the home page replaced, and then
// everything that stays is checked and tested there, as `npm test` does it.

const folder = join(root, '.copies/without-demo');

// Only the demo needs them. The README names them too.
const demo = [
  ...['app/_home', 'app/sentry-example-page'],
  ...['tests/bench', 'tests/browser/demo', 'tests/service/demo', 'tests/unit/demo'],
  ...['scripts/bench.ts', 'scripts/screenshots.ts'],
];

const home = `export default function Home() {
  return <h1>Another application</h1>;
}
`;

await runCommand(async () => {
  const env = testEnvironment(process.env);
  copyRepository();
  for (const path of demo) rmSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'app/page.tsx'), home);
  await findOrInstallChromium(env);
  const args = ['scripts/bootstrap.mjs', 'test', ...process.argv.slice(2)];
  return startProcess(process.execPath, args, { cwd: folder, env: { ...env, SENTRY_RELEASE: releaseOf(env) } }).ended;
});

function copyRepository(): void {
  rmSync(folder, { recursive: true, force: true });
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const file of execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  // Hard links: Turbopack follows no symbolic link out of the folder that it builds, and a copy would be 800 MB.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')]);
}
