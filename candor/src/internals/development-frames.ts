import type { OriginalStackFrameResponse } from 'next/dist/next-devtools/server/shared';

/** Next's response for each frame; empty for a file that is not of this build. */
type Resolved = { value?: Partial<OriginalStackFrameResponse> };

/** A place in built code, or in a source. Lines and columns count from 1. */
type Position = { file: string; line: number; column: number };

/** The sources of places in files of this development server, as its overlay shows them. @throws whatever `fetch` throws */
export async function resolveDevelopmentFrames(places: readonly Position[], isServer: boolean, server: string) {
  const response = await fetch(`${server}${process.env.__NEXT_ROUTER_BASEPATH ?? ''}/__nextjs_original-stack-frames`, {
    method: 'POST',
    body: JSON.stringify({
      frames: places.map(({ file, line, column }) => ({ file, line1: line, column1: column, arguments: [] })),
      isServer,
      isEdgeServer: false,
      isAppDirectory: true,
    }),
    signal: AbortSignal.timeout(3_000),
  });
  return ((await response.json()) as Resolved[]).map(sourceOf);
}

function sourceOf({ value: { originalStackFrame: origin, originalCodeFrame: excerpt } = {} }: Resolved) {
  if (!origin?.file || !origin.line1) return undefined;
  const { file, line1: line, column1, ignored } = origin;
  const context = excerpt ? contextOf(excerpt) : undefined;
  return { file: file.replace(/^\.\//, ''), line, column: column1 ?? 1, inApp: !ignored, context };
}

/** Lines are `> 12 | code`, coloured for a terminal. The arrow marks the frame's line, and a line of carets follows it. */
function contextOf(excerpt: string) {
  const lines = Array.from(
    excerpt.replace(/\x1b\[[\d;]*m/g, '').matchAll(/^(>?) *\d+ \|(?: (.*))?$/gm),
    ([, arrow, code = '']) => ({ isMarked: arrow === '>', code }),
  );
  const at = lines.findIndex(({ isMarked }) => isMarked);
  const [line, ...after] = lines.slice(at).map(({ code }) => code);
  return line === undefined || at < 0 ? undefined : { before: lines.slice(0, at).map(({ code }) => code), line, after };
}
