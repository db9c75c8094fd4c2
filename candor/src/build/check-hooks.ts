import { CommandError, findFile, read, readApplication, type Application } from '../application/read-application.js';
import { missingHooks } from '../application/hooks.js';
import type { Leftover } from '../application/plan.js';
import { optionFiles, optionNames } from './sdk-option-files.js';

/** Sentences about what an application lacks or doubles, each with what to do. Without its sources there is nothing to say. */
export function checkHooks(folder: string): string[] {
  try {
    const application = readApplication(folder);
    return [...missingHooks(application), ...unusedOptions(folder), ...doubledStarts(application)].map(
      ({ path, says, write }) => `${path}: ${says}${write === undefined ? '' : ` ${write}`}`,
    );
  } catch (error) {
    if (error instanceof CommandError) return []; // It cannot be read, and Next says more about it.
    throw error;
  }
}

export function unusedOptions(folder: string): Leftover[] {
  return optionFiles(folder)
    .filter(({ path, hasOptions }) => !hasOptions && !startsSdk(folder, path))
    .map(({ path }) => ({
      path,
      says: 'It is not loaded. Make its default export the options of that runtime:',
      write: 'export default defineSdkOptions({ … });',
    }));
}

// Where the SDK's setup wizard starts it, in all its versions.
const startsOfSdk = ['instrumentation', 'instrumentation-client', ...optionNames];

export function doubledStarts({ folder, sources }: Application): Leftover[] {
  return startsOfSdk.flatMap((name) => {
    // The SDK reads its configuration from the top folder, whatever else is in `src/`.
    const path = findFile(folder, sources + name, name);
    return path !== undefined && startsSdk(folder, path)
      ? [{ path, says: 'Take out this init: it bypasses Candor.' }]
      : [];
  });
}

function startsSdk(folder: string, path: string): boolean {
  const text = read(folder, path) ?? '';
  return /\binit\(/.test(text) && text.includes('@sentry/');
}
