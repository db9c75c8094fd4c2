import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The imports of candor/package.json that lead to a team's file. */
const imports = {
  '#options/client': 'sentry.client.config',
  '#options/edge': 'sentry.edge.config',
  '#options/server': 'sentry.server.config',
};

export const optionNames = Object.values(imports);

/** An application's files for options, at its top or in `src/`. Those without options, as of the SDK's setup wizard, are not loaded. */
export function optionFiles(application: string) {
  return Object.entries(imports).flatMap(([name, file]) => {
    const paths = ['', 'src'].flatMap((inner) =>
      ['ts', 'js', 'mjs'].map((end) => join(application, inner, `${file}.${end}`)),
    );
    const path = paths.find((each) => existsSync(each));
    return path ? [{ name, path, hasOptions: readFileSync(path, 'utf8').includes('defineSdkOptions') }] : [];
  });
}

export function optionAliases(application: string): Record<string, string> {
  const files = optionFiles(application).filter(({ hasOptions }) => hasOptions);
  return Object.fromEntries(files.map(({ name, path }) => [name, path]));
}
