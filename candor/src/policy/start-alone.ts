import { observeMissing } from '../internals/patch.js';
import { distFolder } from '../internals/server/dist-folder.js';
import { observeServers } from '../internals/server/request-start.js';
import { eachMinute } from '../shared/each-minute.js';
import type { Message } from '../shared/log-messages.js';
import { createPolicy } from './create-policy.js';
import { observeResponses } from './patches/response-methods.js';
import { createPageRoutes } from './patches/routes-manifest.js';
import { readRecord } from './record.js';
import { policySettings, type BuiltPolicy } from './settings.js';

/**
 * For a server process that has nothing else of Candor. Nothing here scrubs, so no line has a text from outside. The development server
 * has no policy: it evaluates code.
 */
export function startPolicyAlone(): void {
  if (process.env.NODE_ENV === 'development') return;
  observeMissing((patch, error) => logError({ patch, error: fieldsOf(error) }, 'patch not in effect'));
  const settings = policySettings(JSON.parse(CANDOR_POLICY) as BuiltPolicy);
  const routeOf = createPageRoutes();
  const policy = createPolicy(settings, readRecord(distFolder()), routeOf, {
    failed: eachMinute((count: number, error) => logError({ count, error: fieldsOf(error) }, 'policy failed')),
    onlyReports: () => logError({}, 'policy only reports'),
  });
  observeServers({ requestStarts: [policy.requestStarts] });
  observeResponses(policy);
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
