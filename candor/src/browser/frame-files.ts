import { getFilenameToDebugIdMap, type Exception, type StackFrame } from '#sentry/core';
import { defaultStackParser } from '@sentry/nextjs';

const assets = new URL(`${CANDOR_ASSETS}/_next`, location.href).href;
const renameFile = (file: string) => file.replace(assets, 'app:///_next').replace(location.origin, 'app://');
const renameFrame = (frame: StackFrame) => ({ ...frame, filename: frame.filename && renameFile(frame.filename) });

/**
 * Renames the files of all frames to their names in the uploaded source maps.
 * @returns the debug ids of these files, under their new names. Only a build that uploads source maps has any.
 */
export async function renameFiles(exceptions: Exception[]) {
  if (process.env.NODE_ENV === 'development') {
    await (await import('../internals/development-frames.js')).resolveDevelopmentFrames(exceptions);
    return [];
  }
  const files = exceptions.flatMap(({ stacktrace }) => stacktrace?.frames?.map(({ filename = '' }) => filename) ?? []);
  for (const { stacktrace } of exceptions) {
    if (stacktrace) stacktrace.frames = stacktrace.frames?.map(renameFrame);
  }
  const debugIds = getFilenameToDebugIdMap(defaultStackParser);
  return [...new Set(files)].flatMap((file) => {
    const debug_id = debugIds[file];
    return debug_id === undefined ? [] : { type: 'sourcemap' as const, code_file: renameFile(file), debug_id };
  });
}
