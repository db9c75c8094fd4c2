import { listenOnce } from '../build/listen-once.mjs';
import { CommandError } from './cli';

type Listener = Parameters<typeof listenOnce>[0];

/**
 * Listens on each port for a moment.
 * @throws CommandError naming the setting of the first port that cannot be listened on.
 */
export async function checkPorts(listeners: readonly Listener[]): Promise<void> {
  const [first, second] = listeners;
  if (first && first.port === second?.port) {
    throw new CommandError(`${first.setting} and ${second.setting} are the same port.`);
  }
  for (const listener of listeners) {
    const problem = await listenOnce(listener);
    if (problem !== undefined) throw new CommandError(problem);
  }
}
