import type { Event, Exception, Integration, StackFrame } from '@sentry/core';

type Origin = { file: string | null; line1: number | null; column1: number | null; ignored: boolean };
type Answer = { status: string; value?: { originalStackFrame: Origin; originalCodeFrame: string | null } };

/**
 * Under the development server only: names the source behind every frame of a browser's event, as Next's own overlay does.
 * The SDK's asks for the scripts' addresses, and Next traces files only.
 */
export const developmentFramesIntegration = (): Integration => ({
  name: 'DevelopmentFrames',
  async processEvent(event: Event) {
    const exceptions = event.exception?.values ?? [];
    try {
      await Promise.all(exceptions.map(nameSources));
    } catch (error) {
      console.warn('The development server does not tell where the frames of an error come from.', error);
    }
    return event;
  },
});

async function nameSources({ stacktrace }: Exception): Promise<void> {
  if (!stacktrace?.frames) return;
  const response = await fetch('/__nextjs_original-stack-frames', {
    method: 'POST',
    body: JSON.stringify({
      frames: stacktrace.frames.map(asked),
      isServer: false,
      isEdgeServer: false,
      isAppDirectory: true,
    }),
    signal: AbortSignal.timeout(3_000),
  });
  const answers = (await response.json()) as Answer[];
  stacktrace.frames = stacktrace.frames.map((frame, index) => named(frame, answers[index]));
}

function asked({ filename = '', function: methodName, lineno, colno }: StackFrame) {
  const file = filename.replace(`${location.origin}/_next`, `file://${process.env.__NEXT_DIST_DIR}`);
  return { file: file || '<unknown>', methodName, arguments: [], line1: lineno, column1: colno };
}

function named(frame: StackFrame, answer: Answer | undefined): StackFrame {
  const { originalStackFrame: origin, originalCodeFrame: excerpt } = answer?.value ?? {};
  if (!origin?.file) return frame; // Of no file that the server has built.
  return {
    ...frame,
    filename: origin.file,
    lineno: origin.line1 ?? undefined,
    colno: origin.column1 ?? undefined,
    in_app: !origin.ignored,
    ...(excerpt && contextOf(excerpt)),
  };
}

/** Lines of the form `> 12 | code`, coloured for a terminal; the arrow marks the frame's, and a line of carets follows it. */
function contextOf(excerpt: string) {
  const lines = Array.from(
    excerpt.replace(/\x1b\[[\d;]*m/g, '').matchAll(/^(>?) *\d+ \|(?: (.*))?$/gm),
    ([, arrow, code = '']) => ({ isIt: arrow === '>', code }),
  );
  const at = lines.findIndex(({ isIt }) => isIt);
  const code = lines.map((line) => line.code);
  return { pre_context: code.slice(0, at), context_line: code[at], post_context: code.slice(at + 1) };
}
