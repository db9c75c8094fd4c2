import { withTimeout } from '../../shared/with-timeout.js';
import { NoReplyError, replyCode } from './no-reply-error.js';
import type { SentinelAddress } from './outbox-url.js';
import { RedisConnection, type Library } from './redis-connection.js';

const timeoutMs = 1_000;

/**
 * Takes the first reply: a sentinel that is gone holds up nobody. One that is cut off from the others may name a former primary, which
 * replies READONLY as soon as it knows.
 */
export async function findPrimary(library: Library, address: SentinelAddress): Promise<string> {
  const { sentinels, credentials, database } = address;
  const connections = sentinels.map((url) => new RedisConnection(library, { findUrl: async () => url }));
  try {
    const first = Promise.any(connections.map((sentinel) => askSentinel(sentinel, address)));
    const found = await withTimeout(first, timeoutMs);
    if (found === 'timeout') throw new NoReplyError('no sentinel replies');
    const [host, port] = found;
    return `redis://${credentials}${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
  } catch (error) {
    throw error instanceof AggregateError ? mostTelling(error.errors) : error;
  } finally {
    for (const connection of connections) connection.end();
  }
}

class UnknownNameError extends NoReplyError {}

const mostTelling = (errors: readonly unknown[]): unknown =>
  errors.find((error) => error instanceof UnknownNameError) ?? errors[0];

async function askSentinel(sentinel: RedisConnection, { name, credentials }: SentinelAddress) {
  if (!(await sentinel.opened)) throw sentinel.error ?? new NoReplyError('no sentinel replies');
  const ask = () => sentinel.send<[Buffer, Buffer] | null>(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name]);
  const found = await ask().catch(async (error: Error) => {
    // Only now: one that has no password refuses every AUTH.
    if (replyCode(error) !== 'NOAUTH' || !credentials) throw error;
    await sentinel.send(['AUTH', ...userAndPassword(credentials)]);
    return ask();
  });
  if (found === null) throw new UnknownNameError('no sentinel knows a primary of that name');
  return [String(found[0]), String(found[1])] as const;
}

function userAndPassword(credentials: string): string[] {
  const [user = '', password = ''] = credentials.slice(0, -1).split(':').map(decodeURIComponent);
  return user === '' ? [password] : [user, password];
}
