import { observeMissing } from '../internals/patch.js';
import { patches } from '../internals/patches.js';
import { logMissing } from '../monitoring/patch-states.js';
import type { Log } from '../shared/log-messages.js';
import type { PolicyPart } from '../shared/policy-part.js';

/** Loads the policy where the team has turned it on, and names every patch that is not in effect from now on. */
export async function startPatches(log: Log) {
  const policy = await startPolicyPart(log);
  const manifest = [...patches, ...(policy?.patches ?? [])];
  observeMissing((name, error) => logMissing(log, name, error, manifest));
  return { policy, manifest };
}

/** The development server has none: it evaluates code. */
async function startPolicyPart(log: Log): Promise<PolicyPart | undefined> {
  if (CANDOR_POLICY === '' || process.env.NODE_ENV === 'development') return undefined;
  // eslint-disable-next-line import/no-restricted-paths -- The one import of it at the start, which is off by default.
  const { startPolicy } = await import('../policy/start.js');
  return startPolicy(JSON.parse(CANDOR_POLICY), log);
}
