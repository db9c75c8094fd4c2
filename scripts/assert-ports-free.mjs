import { listenOnce } from '../answers/listen-once.mjs';
import { CommandError } from './command.mjs';

/**
 * Really listens for a moment on each `{ setting, port, host }`.
 * @throws CommandError naming the setting of the first that cannot be listened on.
 */
export async function assertPortsFree(listeners) {
  const [first, second] = listeners;
  if (first.port === second?.port) throw new CommandError(`${first.setting} and ${second.setting} are the same port.`);
  for (const listener of listeners) {
    const problem = await listenOnce(listener);
    if (problem !== undefined) throw new CommandError(problem);
  }
}
