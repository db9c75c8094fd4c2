// eslint-disable-next-line import/no-restricted-paths -- A type, which loads nothing.
import type { startPolicy } from '../policy/start.js';

/** `permit` is for a response with an inline script of Candor's, `noteMade` for a document of Candor's. */
export type PolicyPart = ReturnType<typeof startPolicy>;
