import { patchNamed, type Patch } from '../../internals/patch.js';
import type { policyPatches } from './patches.js';

/** The same as `patch` of candor/src/internals/patch.ts, for the patches of the policy. */
export const patch = (name: (typeof policyPatches)[number]['name']): Patch => patchNamed(name);
