import type { Exception, StackFrame } from '#sentry/core';

/** Next's response for each frame; empty for a file that is not of this build. */
type Resolved = {
  value?: {
    originalStackFrame?: { file: string; line1?: number; column1?: number; ignored: boolean };
    originalCodeFrame?: string;
  };
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
  const response = await fetch(`${server}${process.env.__NEXT_ROUTER_BASEPATH ?? ''}/__nextjs_original-stack-frames`, {
    method: 'POST',
    body: JSON.stringify({
      frames: stacktrace.frames.map(toNextFrame),
      isServer: server !== '',
      isEdgeServer: false,
      isAppDirectory: true,
    }),
    signal: AbortSignal.timeout(3_000),
  });
  const resolved = (await response.json()) as Resolved[];
  stacktrace.frames = stacktrace.frames.map((frame, index) => withSource(frame, resolved[index]));
}

function toNextFrame({ filename = '', function: methodName, lineno, colno }: StackFrame) {
  const file = typeof location === 'undefined' ? filename : fileOfScript(filename);
  return { file: file || '<unknown>', methodName, arguments: [], line1: lineno, column1: colno };
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
