import { buildSite } from './build-site';
import { startServer, type Server } from './server';
import { copyWithoutMaps, startCandor } from './sites';
import { dsn } from './wizard/dsn';

/**
 * The servers that are compared: `off` is Candor with reporting off, `withoutMaps` one that reads no source maps, `before` and
 * `beforeOff` another build of it, with reporting on and off.
 */
export const subjects = ['bare', 'candor', 'off', 'withoutMaps', 'before', 'beforeOff', 'wizard'] as const;
export type Subject = (typeof subjects)[number];

/** Starts each subject that a run has. */
export type Starts = Partial<Record<Subject, () => Promise<Server>>>;
export type Running<Of extends Subject = Subject> = { subject: Of; server: Server };

/**
 * Builds what is missing.
 * @param before the server file of another build of the application, which is measured beside it
 */
export async function prepareSubjects(before: string | undefined) {
  const [bare, wizard] = [await buildSite('bare'), await buildSite('wizard')];
  const withoutMaps = await copyWithoutMaps();
  return {
    bare: () => startServer({ serverFile: bare }),
    candor: () => startCandor({ dsn }),
    off: () => startCandor({ dsn: '' }),
    withoutMaps: () => startCandor({ dsn, serverFile: withoutMaps }),
    ...(before !== undefined && {
      before: () => startCandor({ dsn, serverFile: before }),
      beforeOff: () => startCandor({ dsn: '', serverFile: before }),
    }),
    wizard: () => startServer({ serverFile: wizard }),
  } satisfies Starts;
}

/** Those of these that the run has. */
export async function startEach<Of extends Subject>(starts: Starts, names: readonly Of[]): Promise<Running<Of>[]> {
  const running: Running<Of>[] = [];
  for (const subject of names) {
    const server = await starts[subject]?.();
    if (server) running.push({ subject, server });
  }
  return running;
}

/** Those with these names, in their order or the other way round. */
export function inTurn<Of extends Subject>(
  running: readonly Running<Of>[],
  names: readonly Of[],
  { isReversed }: { isReversed: boolean },
): Running<Of>[] {
  const chosen = running.filter(({ subject }) => names.includes(subject));
  return isReversed ? chosen.toReversed() : chosen;
}
