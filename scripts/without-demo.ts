import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseOf } from './build/release';
import { runCommand } from './run/cli';
import { copyRepository } from './run/copy-repository';
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
  copyRepository(folder);
  for (const path of demo) rmSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'app/page.tsx'), home);
  await findOrInstallChromium(env);
  const args = ['scripts/bootstrap.mjs', 'test', ...process.argv.slice(2)];
  return startProcess(process.execPath, args, { cwd: folder, env: { ...env, SENTRY_RELEASE: releaseOf(env) } }).ended;
});
