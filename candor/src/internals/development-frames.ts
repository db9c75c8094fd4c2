import type { Exception, StackFrame } from '#sentry/core';

/** Next's response for each frame; empty for a file that is not of this build. */
type Resolved = { value?: { originalStackFrame?: Origin | null; originalCodeFrame?: string } };
type Origin = { file: string | null; line1?: number | null; column1?: number | null; ignored: boolean };

/** Next's names. */
type NextFrame = {
  file: string;
  line1?: number | undefined;
  column1?: number | undefined;
  methodName?: string | undefined;
};

/**
 * Under the development server only: resolves every frame of an event to its source, as Next's own overlay does. The SDK's
 * integration resolves only some: it sends the URLs of a browser's scripts, and Next knows files.
 * @param server the origin of the development server; empty in its pages
 */
export async function resolveDevelopmentFrames(exceptions: Exception[] = [], server = ''): Promise<void> {
  try {
    await Promise.all(exceptions.map((exception) => resolveFrames(exception, server)));
  } catch (error) {
    console.warn('The development server could not resolve the frames of an error.', error);
  }
}

async function resolveFrames({ stacktrace }: Exception, server: string): Promise<void> {
  if (!stacktrace?.frames) return;
  const resolved = await askNext(stacktrace.frames.map(toNextFrame), server);
  stacktrace.frames = stacktrace.frames.map((frame, index) => withSource(frame, resolved[index]));
}

/**
 * Where each place comes from, by the development server at this origin: a path that is relative to the project, and whether Next's
 * overlay hides it.
 */
export async function developmentOrigins(
  places: readonly { file: string; line: number; column: number }[],
  server: string,
): Promise<(Origin | null | undefined)[]> {
  const frames = places.map(({ file, line, column }) => ({ file, line1: line, column1: column }));
  return (await askNext(frames, server)).map(({ value }) => value?.originalStackFrame);
}

async function askNext(frames: NextFrame[], server: string): Promise<Resolved[]> {
  const response = await fetch(`${server}${process.env.__NEXT_ROUTER_BASEPATH ?? ''}/__nextjs_original-stack-frames`, {
    method: 'POST',
    body: JSON.stringify({
      frames: frames.map((frame) => ({ ...frame, arguments: [] })),
      isServer: server !== '',
      isEdgeServer: false,
      isAppDirectory: true,
    }),
    signal: AbortSignal.timeout(3_000),
  });
  return (await response.json()) as Resolved[];
}

function toNextFrame({ filename = '', function: methodName, lineno, colno }: StackFrame): NextFrame {
  const file = typeof location === 'undefined' ? filename : fileOfScript(filename);
  return { file: file || '<unknown>', methodName, line1: lineno, column1: colno };
}

function fileOfScript(url: string): string {
  return url.replace(new URL(`${CANDOR_ASSETS}/_next`, location.href).href, `file://${process.env.__NEXT_DIST_DIR}`);
}

function withSource(frame: StackFrame, { value = {} }: Resolved = {}): StackFrame {
  const { originalStackFrame: origin, originalCodeFrame: excerpt } = value;
  if (!origin?.file) return frame;
  return {
    ...frame,
    filename: origin.file,
    lineno: origin.line1 ?? undefined,
    colno: origin.column1 ?? undefined,
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
