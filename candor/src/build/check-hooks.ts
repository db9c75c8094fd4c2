import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const hooks = ['instrumentation', 'instrumentation-client', 'app/monitoring/route', 'pages/_error'];

// Where the SDK's setup wizard, of today and of before, puts the calls.
const sdkFiles = ['instrumentation-client', 'sentry.client.config', 'sentry.server.config', 'sentry.edge.config'];

const extensions = ['ts', 'tsx', 'mts', 'js', 'jsx', 'mjs'];

/**
 * What an application has not done yet that Candor needs, or does beside it: sentences, each with what to do.
 * @param folder of the application. Without its sources, as where only its build was copied, there is nothing to say.
 */
export function checkHooks(folder: string): string[] {
  const inSrc = existsSync(join(folder, 'src/candor'));
  const sources = inSrc ? join(folder, 'src') : folder;
  if (!existsSync(join(sources, 'candor'))) return [];
  const textOf = (name: string) => {
    const file = extensions.map((extension) => join(sources, `${name}.${extension}`)).find(existsSync);
    return file === undefined ? '' : readFileSync(file, 'utf8');
  };
  const missing = hooks.filter((name) => !/candor/i.test(textOf(name)));
  const doubled = sdkFiles
    .filter((name) => /\binit\(/.test(textOf(name)))
    .map((name) => `${name} calls Sentry.init, which sends past Candor, in browsers against its policy. Take it out.`);
  if (missing.length === 0) return doubled;
  return [notCalled(missing, `${inSrc ? 'src/' : ''}candor/add-hooks.mjs`), ...doubled];
}

function notCalled(names: readonly string[], script: string): string {
  const call = names.length > 1 ? 'do not call' : 'does not call';
  return `${names.join(', ')} ${call} Candor, so failures are not reported. "node ${script}" adds it, or says the line to add.`;
}
