import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPublicFiles } from './check-public-files';

const hooks = {
  instrumentation: `export { onRequestError, register } from './candor/instrumentation';`,
  'instrumentation-client': `export * from './candor/instrumentation-client';`,
};

// Where the SDK's setup wizard, of today and of before, puts the calls.
const ofSdk = ['instrumentation-client', 'sentry.client.config', 'sentry.server.config', 'sentry.edge.config'];

const extensions = ['ts', 'tsx', 'mts', 'js', 'jsx', 'mjs'];

/**
 * What an application has not done yet that Candor needs, or does beside it: sentences, each with what to do.
 * @param folder of the application. Without its sources, as where only its build was copied, there is nothing to say.
 */
export function checkHooks(folder: string): string[] {
  const sources = ['src', '.'].map((path) => join(folder, path)).find((path) => existsSync(join(path, 'app')));
  if (sources === undefined) return [];
  const textOf = (name: string) => {
    const file = extensions.map((extension) => join(sources, `${name}.${extension}`)).find((path) => existsSync(path));
    return file === undefined ? undefined : readFileSync(file, 'utf8');
  };
  const missing = Object.entries(hooks)
    .filter(([name]) => !/candor/i.test(textOf(name) ?? ''))
    .map(([name, line]) => `${name}.ts does not call Candor, so nothing is reported from there: add ${line}`);
  const doubled = ofSdk
    .filter((name) => /\binit\(/.test(textOf(name) ?? ''))
    .map(
      (name) => `${name}.ts calls Sentry.init: what both notice are two events, and one goes past Candor. Take it out.`,
    );
  return [...missing, ...doubled];
}

/** Prints what an application should be told, once, though Next reads its configuration in each of its processes. */
export function printWarnings(folder: string): void {
  if (process.env.CANDOR_CHECKED) return;
  process.env.CANDOR_CHECKED = 'yes'; // Next's workers inherit it.
  const sentences = [...checkHooks(folder), ...checkPublicFiles(folder)];
  for (const sentence of sentences) console.warn(`Candor: ${sentence}`);
}
