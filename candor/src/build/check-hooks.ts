import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesWithoutOptions } from './sdk-option-files.js';

/** By their paths without extension, the line that calls Candor. */
const hooks: Record<string, string> = {
  instrumentation: `export { onRequestError, register } from 'candor/instrumentation';`,
  'instrumentation-client': `export * from 'candor/instrumentation-client';`,
  'app/monitoring/route': `export * from 'candor/monitoring';`,
};

/** For an application that has pages of the Pages Router. */
const pagesHooks = { 'pages/_error': `export { ErrorPage as default } from 'candor/pages';` };

// Where the SDK's setup wizard, of today and of before, puts the calls.
const sdkFiles = ['instrumentation-client', 'sentry.client.config', 'sentry.server.config', 'sentry.edge.config'];

const extensions = ['ts', 'tsx', 'mts', 'js', 'jsx', 'mjs'];

/**
 * What an application has not done yet that Candor needs, or does beside it: sentences, each with what to do.
 * @param folder of the application. Without its sources, as where only its build was copied, there is nothing to say.
 */
export function checkHooks(folder: string): string[] {
  const sources = ['src', ''].find((inner) => existsSync(join(folder, inner, 'app')));
  if (sources === undefined) return [];
  const textOf = (name: string) => {
    // The SDK reads its configuration from the top folder, whatever else is in `src/`.
    const files = [sources, ''].flatMap((inner) => extensions.map((one) => join(folder, inner, `${name}.${one}`)));
    const file = files.find(existsSync);
    return file === undefined ? '' : readFileSync(file, 'utf8');
  };
  const pages = join(folder, sources, 'pages');
  const hasPages = existsSync(pages) && readdirSync(pages).some((name) => name !== 'api');
  const missing = Object.entries({ ...hooks, ...(hasPages && pagesHooks) }).filter(
    ([name]) => !/candor/i.test(textOf(name)),
  );
  const doubled = sdkFiles.filter((name) => /\binit\(/.test(textOf(name)));
  const unused = filesWithoutOptions(folder).filter((name) => !doubled.includes(name));
  return [
    ...missing.map(
      ([name, line]) =>
        `${join(sources, name)} does not call Candor, so not every failure is reported. Add this line to it: ${line}`,
    ),
    ...unused.map(
      (name) =>
        `${name} is not loaded. Make its default export the options of that runtime: export default defineSdkOptions({ … });`,
    ),
    ...doubled.map(
      (name) => `${name} calls Sentry.init, which sends past Candor, in browsers against its policy. Take it out.`,
    ),
  ];
}
