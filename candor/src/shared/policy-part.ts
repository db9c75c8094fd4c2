// eslint-disable-next-line import/no-restricted-paths -- A type, which loads nothing.
import type { startPolicy } from '../policy/start.js';

/**
 * All that the rest of the server knows of the policy. `requestStarts` prepares a request before Next has it; `permit` is for a response
 * with an inline script of Candor's, `noteMade` for a document of Candor's.
 */
export type PolicyPart = ReturnType<typeof startPolicy>;
