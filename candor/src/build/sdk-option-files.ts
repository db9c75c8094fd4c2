import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFiles } from '../application/read-application.js';

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
    const path = findFiles(application, file, `src/${file}`).find((each) => /\.(ts|m?js)$/.test(each));
    if (path === undefined) return [];
    return { name, path, hasOptions: readFileSync(join(application, path), 'utf8').includes('defineSdkOptions') };
  });
}

export function optionAliases(application: string): Record<string, string> {
  const files = optionFiles(application).filter(({ hasOptions }) => hasOptions);
  return Object.fromEntries(files.map(({ name, path }) => [name, join(application, path)]));
}
