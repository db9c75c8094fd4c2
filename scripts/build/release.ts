import { buildRelease } from '../../candor/src/build/build-release';
import type { Environment } from '../run/processes';
import { root } from '../run/root';

/** The name of the build at the reporting service, and of the application inside it. */
export const releaseOf = (env: Environment) => buildRelease(env, root);
