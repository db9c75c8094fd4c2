import { handleResponses } from '../http/responses.js';
import { observeMissing } from '../internals/patch.js';
import { observeServers } from '../internals/server/request-start.js';
import { createPageRoutes } from '../internals/server/routes-manifest.js';
import type { Message } from '../shared/log-messages.js';
import { createPolicyLog } from './policy-log.js';
import { startPolicy } from './start-policy.js';

/**
 * Puts the policy and the headers in place in a server process that has nothing else of Candor, or ends it with status 1 and one
 * line. The lines are those of the whole, without texts from outside, which nothing here scrubs.
 */
export function startPolicyAlone(): void {
  observeMissing((patch, error) => logError({ patch, error: fieldsOf(error) }, 'patch not in effect'));
  try {
    const routeOf = createPageRoutes();
    const describe = (error: unknown, path: string) => ({ route: routeOf(path), error: fieldsOf(error) });
    // No browser reports what was blocked, so there is nothing to look up in documents.
    const observer = { ...createPolicyLog({ error: logError }, describe), documentStarts: () => {} };
    startPolicy(observer, routeOf, (policy) => {
      if (policy === undefined) return;
      observeServers({ requestStarts: [policy.requestStarts] });
      handleResponses(policy);
    });
  } catch (thrown) {
    logError({ origin: 'register', error: fieldsOf(thrown) }, 'process failed');
    process.exit(1); // Next would go on, and respond to every request with a bare 500.
  }
}

/** Writes one JSON line. In ASCII, nothing in it can end the line early, or steer a terminal. */
function logError(fields: object, msg: Message): void {
  const line = JSON.stringify({ level: 'error', time: new Date().toISOString(), ...fields, msg });
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  process.stdout.write(`${line.replace(/[^ -~]/g, escaped)}\n`);
}

function fieldsOf(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  return { type: thrown.name, message: thrown.message, stack: thrown.stack };
}
