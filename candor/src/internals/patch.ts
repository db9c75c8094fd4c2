import { singleton } from '../shared/singleton.js';
import type { PatchName } from './patches.js';

/** To the code that installs one. Nothing in it throws. */
export type Patch = ReturnType<typeof patchNamed>;

type State = { isSeen: boolean; failures: number; error?: unknown };
type ObserveFailure = (name: string, error: unknown) => void;
type Known = { states: Map<string, State>; observe?: ObserveFailure };

/** Of the process: its runtimes have a global object each, and share `performance`. */
const known = singleton<Known>('patches', () => ({ states: new Map() }), performance);

export const patch = (name: PatchName) => patchNamed(name);

/** For the patches of a part that has a manifest of its own. */
export function patchNamed(name: string) {
  const state: State = known.states.get(name) ?? { isSeen: false, failures: 0 };
  known.states.set(name, state);

  const fail = (error: unknown) => {
    state.failures += 1;
    if (state.failures > 1) return;
    state.error = error;
    known.observe?.(name, error);
  };
  /** Does the work within a call of the host. What it throws is counted, and `otherwise` returned. */
  const attempt = <Result>(work: () => Result, otherwise: Result) => {
    try {
      return work();
    } catch (error) {
      fail(error);
      return otherwise;
    }
  };
  return {
    attempt,
    fail,
    /** If `work` throws, the patch is missing. */
    install: (work: () => void) => attempt(work, undefined),
    seen: () => void (state.isSeen = true),
    /** Its effect must have been seen by now: it is missing otherwise. */
    expectSeen: (message: string) => void (state.isSeen || fail(new Error(message))),
  };
}

/** Calls `observe` once for each patch that is missing, now or later. */
export function observeMissing(observe: ObserveFailure): void {
  known.observe = observe;
  for (const [name, { failures, error }] of known.states) if (failures > 0) observe(name, error);
}

export function stateOfPatch(name: string): { state: 'inEffect' | 'missing' | 'unproven'; failures: number } {
  const { isSeen, failures } = known.states.get(name) ?? { isSeen: false, failures: 0 };
  return { state: failures > 0 ? 'missing' : isSeen ? 'inEffect' : 'unproven', failures };
}
