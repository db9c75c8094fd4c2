export type Part = 'next' | 'react' | '@sentry/core' | 'node';

export type Runtime = 'server' | 'build' | 'browser';

export type Described = {
  /** What is changed, or read. */
  target: string;
  /** Whose change can end it. */
  range: readonly Part[];
  /** What no longer holds without it. */
  loses: string;
  /** The heading in docs/upstream.md of the hook that would replace it, or the address of a thread. */
  upstream?: string;
};

/** Each has a test in tests/browser that takes the target away, and finds that this alone is lost. */
export type PatchOfCandor = Described & { name: string; runtime: Runtime };

export function listPatches(byRuntime: Partial<Record<Runtime, Record<string, Described>>>): readonly PatchOfCandor[] {
  return (['server', 'build', 'browser'] as const).flatMap((runtime) =>
    Object.entries(byRuntime[runtime] ?? {}).map(([name, patch]) => ({ name, runtime, ...patch })),
  );
}
