import { relative } from 'node:path';
import { CommandError, findFile, read, readApplication, type Application } from '../application/read-application.js';
import { exampleLeft } from '../application/example.js';
import { missingHooks } from '../application/hooks.js';
import type { Leftover } from '../application/plan.js';
import { optionFiles, optionNames } from './sdk-option-files.js';

/**
 * What an application has not done yet that Candor needs, or does beside it: sentences, each with what to do.
 * @param folder of the application. Without its sources, as where only its build was copied, there is nothing to say.
 */
export function checkHooks(folder: string): string[] {
  try {
    const application = readApplication(folder);
    return [
      ...missingHooks(application),
      ...unusedOptions(folder),
      ...doubledStarts(application),
      ...exampleLeft(application),
    ].map(({ path, says, write }) => `${path}: ${says}${write === undefined ? '' : ` ${write}`}`);
  } catch (error) {
    if (error instanceof CommandError) return []; // It cannot be read, and Next says more about it.
    throw error;
  }
}

/** Files for a team's options that have none. */
export function unusedOptions(folder: string): Leftover[] {
  return optionFiles(folder)
    .map(({ path, hasOptions }) => ({ path: relative(folder, path).replaceAll('\\', '/'), hasOptions }))
    .filter(({ path, hasOptions }) => !hasOptions && !startsSdk(folder, path))
    .map(({ path }) => ({
      path,
      says: 'It is not loaded. Make its default export the options of that runtime:',
      write: 'export default defineSdkOptions({ … });',
    }));
}

// Where the SDK's setup wizard, of today and of before, starts it.
const startsOfSdk = ['instrumentation', 'instrumentation-client', ...optionNames];

export function doubledStarts({ folder, sources }: Application): Leftover[] {
  return startsOfSdk.flatMap((name) => {
    // The SDK reads its configuration from the top folder, whatever else is in `src/`.
    const path = [sources, ''].map((inner) => findFile(folder, inner + name)).find((found) => found !== undefined);
    return path !== undefined && startsSdk(folder, path)
      ? [{ path, says: 'Take out this init: it bypasses Candor.' }]
      : [];
  });
}

function startsSdk(folder: string, path: string): boolean {
  const text = read(folder, path) ?? '';
  return /\binit\(/.test(text) && text.includes('@sentry/');
}
