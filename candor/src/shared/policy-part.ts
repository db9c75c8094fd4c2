// eslint-disable-next-line import/no-restricted-paths -- A type, which loads nothing.
import type { startPolicy } from '../policy/start.js';

/**
 * What the policy does in a server process of a team that has turned it on: all that the rest of the server knows of it. `requestStarts`
 * prepares a request before Next has it; a response has an inline script of Candor's that is to be permitted (`permit`), or a document that
 * is Candor's own (`noteMade`).
 */
export type PolicyPart = ReturnType<typeof startPolicy>;
