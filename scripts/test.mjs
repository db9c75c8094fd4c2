import './require-node.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApplication } from './build-application.mjs';
import { findOrInstallChromium } from './chromium.mjs';
import { CommandError, printFailure, runCommand } from './command.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { findOrInstallNginx } from './nginx.mjs';
import { startTool } from './processes.mjs';
import { root } from './root.mjs';
import { addCounts, countOne, countPlaywright, countsLine, countVitest } from './test-counts.mjs';
import { testEnvironment } from './test-environment.mjs';

const env = testEnvironment(process.env);

const steps = {
  format: { title: 'Formatting', run: () => check(['prettier', '--check', '.', '--cache', '--log-level', 'warn']) },
  lint: {
    title: 'Lint rules',
    run: () => check(['eslint', '.', '--max-warnings', '0', '--cache', '--cache-location', eslintCache]),
  },
  types: { title: 'Types', run: checkTypes },
  unused: { title: 'Unused code', run: () => check(['knip']) },
  unit: { title: 'Unit and component tests', run: runUnitTests },
  build: { title: 'Build', run: build },
  soak: { title: 'Soak, in its short form', run: runSoak },
  browser: { title: 'Browser tests', run: runBrowserTests },
};

// Where prettier keeps its own.
const eslintCache = 'node_modules/.cache/eslint/';

let isBuilt = false;

await runCommand(async () => {
  const names = stepsToRun(process.argv.slice(2));
  await installDependencies();
  const counts = {};
  for (const name of names) {
    console.log(`\n== ${steps[name].title} (${name})`);
    counts[name] = await countStep(steps[name]);
  }
  const failing = names.filter((name) => counts[name].failed > 0);
  console.log(failing.length > 0 ? `\nFailed: ${failing.join(', ')}` : '');
  console.log(countsLine(addCounts(Object.values(counts))));
  return failing.length > 0 ? 1 : 0;
});

/** The named steps in their usual order, all of them by default; soak and browser tests need the build before them. */
function stepsToRun(asked) {
  const names = Object.keys(steps);
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new CommandError(`No such step: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  if (asked.length === 0) return names;
  return names.filter(
    (name) => asked.includes(name) || (name === 'build' && (asked.includes('browser') || asked.includes('soak'))),
  );
}

async function countStep({ run }) {
  try {
    return await run();
  } catch (error) {
    printFailure(error); // The other steps are still worth running.
    return countOne(false);
  }
}

async function check([tool, ...args]) {
  return countOne((await startTool(tool, args, env).ended) === 0);
}

async function checkTypes() {
  // A development server leaves types of routes that may be gone by now.
  rmSync(join(root, '.next/dev/types'), { recursive: true, force: true });
  const generated = await check(['next', 'typegen']);
  return generated.failed > 0 ? generated : check(['tsc', '--noEmit']);
}

function runUnitTests() {
  return runVitest('vitest.config.ts');
}

function runSoak() {
  if (!isBuilt) throw new CommandError('Not run, because the build failed.');
  return runVitest('tests/soak/vitest.config.ts');
}

function runVitest(config) {
  return withReport(async (file) => {
    const args = ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    return countVitest(file, await startTool('vitest', args, env).ended);
  });
}

async function build() {
  await buildApplication(env);
  isBuilt = true;
  return countOne(true);
}

async function runBrowserTests() {
  if (!isBuilt) throw new CommandError('Not run, because the build failed.');
  const chromium = await findOrInstallChromium(env);
  const nginx = await findOrInstallNginx();
  const programs = { ...(chromium && { CHROMIUM_PATH: chromium }), ...(nginx && { NGINX_PATH: nginx }) };
  return withReport(async (file) => {
    const browserEnv = { ...env, ...programs, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    return countPlaywright(file, await startTool('playwright', ['test', '--reporter=list,json'], browserEnv).ended);
  });
}

async function withReport(run) {
  const folder = mkdtempSync(join(tmpdir(), 'candor-test-'));
  try {
    return await run(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
