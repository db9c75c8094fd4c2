import type { StackFrame } from '@sentry/core';

/** Renames the file of a stack frame to its name in the uploaded source maps (`app:///_next/…`), which has no folder or host. */
export function renameFrameFile(rename: (filename: string) => string) {
  return (frame: StackFrame): StackFrame => ({ ...frame, filename: frame.filename && rename(frame.filename) });
}
