// @ts-check
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the `types` of each entry point that package.json exports: one file with its declarations and those they refer to. So what is
 * published names nothing but Next, React and the language, and what is public can be read in one place.
 * @param {string} root of the package, in which tsc has written dist/
 */
export function rollUpTypes(root) {
  const entries = entryPoints(root);
  const [first, ...others] = entries.map(({ input, types }) => configuration(root, input, types));
  if (!first) return;
  const compilerState = CompilerState.create(first, { additionalEntryPoints: entries.map(({ input }) => input) });
  for (const config of [first, ...others]) {
    const { succeeded } = Extractor.invoke(config, { compilerState, messageCallback: hideHints });
    if (!succeeded) throw new Error(`The types of ${config.mainEntryPointFilePath} could not be written.`);
  }
}

/**
 * The names under which the package is imported, the declarations that tsc has written for each, and its types.
 * @param {string} root
 */
export function entryPoints(root) {
  /** @type {{ exports: Record<string, string | Record<string, string>> }} */
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([name, entry]) => {
    if (typeof entry === 'string' || !entry.types || !entry.default) return [];
    return { name, input: join(root, entry.default.replace(/\.js$/, '.d.ts')), types: join(root, entry.types) };
  });
}

/**
 * @param {string} root
 * @param {string} input
 * @param {string} types
 */
function configuration(root, input, types) {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: input,
      compiler: { tsconfigFilePath: join(root, 'tsconfig.json') },
      apiReport: { enabled: false }, // It leaves out what an exported type refers to; candor/api/ has it.
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: types },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
  });
}

/**
 * Of a release tag, a comment or the compiler's version it says more than is asked.
 * @param {import('@microsoft/api-extractor').ExtractorMessage} message
 */
function hideHints(message) {
  if (message.logLevel !== 'error') message.logLevel = /** @type {typeof message.logLevel} */ ('none');
}
