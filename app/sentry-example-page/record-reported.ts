import type { Limited, Reported } from './actions';
import { follow } from './follow-event';
import type { Kind } from './kinds';
import { recordLimited } from './outcomes';

/** Records the result of an action that stays on the page. Resolves when the state of its event is known. */
export async function recordReported(kind: Kind, result: Limited | Reported, status?: number): Promise<void> {
  if ('digest' in result) await follow(kind, `Digest: ${result.digest}`, status);
  else recordLimited(kind, result, status);
}
