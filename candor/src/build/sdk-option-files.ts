import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What `withCandor` leads to a team's file of that name, in `candor/package.json` under `imports`. */
const imports = {
  '#options/client': 'sentry.client.config',
  '#options/edge': 'sentry.edge.config',
  '#options/server': 'sentry.server.config',
} as const;

/** The names of those files, without extension. */
const optionFileNames: readonly string[] = Object.values(imports);

/**
 * Where the SDK's setup wizard, of today and of before, starts it: in files of these names. With each the file that has the team's
 * options of that runtime under Candor.
 */
export const startsOfSdk: Record<string, string> = {
  instrumentation: imports['#options/server'],
  'instrumentation-client': imports['#options/client'],
  'sentry.client.config': imports['#options/client'],
  'sentry.edge.config': imports['#options/edge'],
  'sentry.server.config': imports['#options/server'],
};

/** What to do about such a start. */
export const takeOutInit = 'Take out this init: it sends past Candor.';

/** By these imports of Candor's, the absolute files with a team's options: at the top of the application, or in `src/`. */
export function optionAliases(application: string): Record<string, string> {
  const found = Object.entries(imports).map(([name, file]) => [name, findFile(application, file)] as const);
  return Object.fromEntries(found.flatMap(([name, file]) => (file && hasOptions(file) ? [[name, file]] : [])));
}

/** Files of these names without options, as the SDK's setup wizard writes them. Nothing loads them. */
export function filesWithoutOptions(application: string): string[] {
  return optionFileNames.flatMap((name) => {
    const file = findFile(application, name);
    return file === undefined || hasOptions(file) ? [] : [relative(application, file).replaceAll('\\', '/')];
  });
}

function findFile(application: string, name: string): string | undefined {
  const files = ['', 'src'].flatMap((inner) =>
    ['ts', 'js', 'mjs'].map((one) => join(application, inner, `${name}.${one}`)),
  );
  return files.find((file) => existsSync(file));
}

const hasOptions = (file: string) => readFileSync(file, 'utf8').includes('defineSdkOptions');
