import { stateOfPatch } from '../internals/patch.js';
import { createMakerOf } from '../internals/server/matched-page.js';
import { createPolicy, type Policy, type PolicyObserver } from './create-policy.js';
import type { PolicySettings } from './policy-settings.js';

/**
 * Puts the policy and the headers in place in a server process, or ends the process with status 1: without them it must not serve.
 * @param routeOf the route of a path; `undefined`: it has none
 * @param handle gives the policy the requests and the responses of the process; it gets none under the development server, which
 *   evaluates code, and whose pages have inline scripts of other forms
 */
export function startPolicy(
  observer: PolicyObserver,
  routeOf: (path: string) => string | undefined,
  handle: (policy: Policy | undefined) => void,
): void {
  const policy =
    process.env.NODE_ENV === 'development'
      ? undefined
      : createPolicy(JSON.parse(CANDOR_POLICY) as PolicySettings, observer, createMakerOf(routeOf));
  handle(policy);
  if (policy && stateOfPatch('response-methods').state === 'missing') process.exit(1);
}
