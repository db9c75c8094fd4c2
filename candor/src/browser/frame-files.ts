import { getFilenameToDebugIdMap, type Exception, type StackFrame } from '#sentry/core';
import { defaultStackParser } from '@sentry/nextjs';
import type { Origin } from './verdict.js';

const assets = new URL(`${CANDOR_ASSETS}/_next`, location.href).href;
const renameFile = (file: string) => file.replace(assets, 'app:///_next').replace(location.origin, 'app://');

/** Schemes of what a browser or an app brings along: https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions and the like. */
const ofExtensions = /^([\w-]*-extension|webkit-masked-url|user-script|iabjs|resource|chrome):/;

export function originOf(file = ''): Origin {
  if (file.startsWith(assets)) return 'site';
  if (ofExtensions.test(file)) return 'extension';
  if (!URL.canParse(file)) return 'unknown';
  const { origin, pathname, protocol } = new URL(file);
  if (origin === location.origin) return pathname.startsWith('/cdn-cgi/') ? 'in front' : 'site';
  return protocol.startsWith('http') ? 'other site' : 'unknown';
}

/**
 * Renames the files of all frames to their names in the uploaded source maps. Services group by the application's frames, so those of
 * foreign scripts do not count as such.
 * @returns the debug ids of these files, which only a build that uploads source maps has, and the origin of each frame
 */
export function renameFiles(exceptions: Exception[]) {
  const all = exceptions.flatMap(({ stacktrace }) => stacktrace?.frames ?? []);
  const origins = all.map(({ filename }) => originOf(filename));
  const files = new Set(all.map(({ filename = '' }) => filename));
  for (const { stacktrace } of exceptions) if (stacktrace) stacktrace.frames = stacktrace.frames?.map(renameFrame);
  const debugIds = getFilenameToDebugIdMap(defaultStackParser);
  const images = [...files].flatMap((file) => {
    const debug_id = debugIds[file];
    return debug_id === undefined ? [] : { type: 'sourcemap' as const, code_file: renameFile(file), debug_id };
  });
  return { images, origins };
}

function renameFrame(frame: StackFrame): StackFrame {
  const isForeign = ['extension', 'other site', 'in front'].includes(originOf(frame.filename));
  return { ...frame, filename: frame.filename && renameFile(frame.filename), ...(isForeign && { in_app: false }) };
}
