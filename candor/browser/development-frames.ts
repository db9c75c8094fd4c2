import type { Exception, StackFrame } from '@sentry/core';
import { isRecord } from '../is-record';

type Origin = { file: string; line1?: number; column1?: number; ignored: boolean };
type Source = { origin: Origin; excerpt: string | undefined };

/**
 * Under the development server only: resolves every frame of a browser event to its source, as Next's own overlay does.
 * The SDK's integration sends the URLs of the scripts, but Next resolves only files.
 */
export async function resolveDevelopmentFrames(exceptions: Exception[]): Promise<void> {
  try {
    await Promise.all(exceptions.map(resolveFrames));
  } catch (error) {
    console.warn('The development server could not resolve the frames of an error.', error);
  }
}

async function resolveFrames({ stacktrace }: Exception): Promise<void> {
  if (!stacktrace?.frames) return;
  const response = await fetch(`${process.env.__NEXT_ROUTER_BASEPATH ?? ''}/__nextjs_original-stack-frames`, {
    method: 'POST',
    body: JSON.stringify({
      frames: stacktrace.frames.map(toNextFrame),
      isServer: false,
      isEdgeServer: false,
      isAppDirectory: true,
    }),
    signal: AbortSignal.timeout(3_000),
  });
  const results: unknown = await response.json();
  if (!Array.isArray(results)) throw new TypeError('The response has no list of frames.');
  stacktrace.frames = stacktrace.frames.map((frame, index) => withSource(frame, sourceOf(results[index])));
}

function toNextFrame({ filename = '', function: methodName, lineno, colno }: StackFrame) {
  const file = filename.replace(
    new URL(`${CANDOR_ASSETS}/_next`, location.href).href,
    `file://${process.env.__NEXT_DIST_DIR}`,
  );
  return { file: file || '<unknown>', methodName, arguments: [], line1: lineno, column1: colno };
}

/** One result is `{ status, value?: { originalStackFrame, originalCodeFrame } }`. `undefined`: not a file of this build. */
function sourceOf(result: unknown): Source | undefined {
  const value = isRecord(result) && isRecord(result.value) ? result.value : {};
  const { originalStackFrame: origin, originalCodeFrame: excerpt } = value;
  if (!isRecord(origin) || typeof origin.file !== 'string' || origin.file === '') return undefined;
  const { file, line1, column1, ignored } = origin;
  return {
    origin: { file, line1: numberIn(line1), column1: numberIn(column1), ignored: ignored === true },
    excerpt: typeof excerpt === 'string' ? excerpt : undefined,
  };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function withSource(frame: StackFrame, source: Source | undefined): StackFrame {
  if (!source) return frame;
  const { origin, excerpt } = source;
  return {
    ...frame,
    filename: origin.file,
    lineno: origin.line1,
    colno: origin.column1,
    in_app: !origin.ignored,
    ...(excerpt && contextOf(excerpt)),
  };
}

/** Lines are `> 12 | code`, coloured for a terminal. The arrow marks the frame's line, and a line of carets follows it. */
function contextOf(excerpt: string) {
  const lines = Array.from(
    excerpt.replace(/\x1b\[[\d;]*m/g, '').matchAll(/^(>?) *\d+ \|(?: (.*))?$/gm),
    ([, arrow, code = '']) => ({ isMarked: arrow === '>', code }),
  );
  const at = lines.findIndex(({ isMarked }) => isMarked);
  const code = lines.map((line) => line.code);
  return { pre_context: code.slice(0, at), context_line: code[at], post_context: code.slice(at + 1) };
}
