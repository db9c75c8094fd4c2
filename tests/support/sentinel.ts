import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port';
import { askRedis, redisPassword, redisProgram, startRedis } from './redis';
import { endAtExit, endProcess } from './stop-with-tests';
import { waitUntil } from './wait-until';

const name = 'shop';

/**
 * A primary with a replica that is up to date, and a sentinel that watches them.
 * @param options.password of the sentinel itself; by default it has none
 */
export async function startSentinel({ password = '' } = {}) {
  const withReplicas = ['--masterauth', redisPassword, '--repl-diskless-sync-delay', '0'];
  const primary = await startRedis(...withReplicas);
  const replica = await startRedis(...withReplicas, '--replicaof', `127.0.0.1 ${primary.port}`);
  const isUp = async () => (await replica.ask('INFO replication')).includes('link_status:up');
  await waitUntil('the replica to be up to date', isUp);

  const folder = await mkdtemp(join(tmpdir(), 'candor-sentinel-'));
  const file = join(folder, 'sentinel.conf'); // The sentinel writes it.
  const port = await freePort();
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    ...(password && [`requirepass ${password}`]),
    `sentinel monitor ${name} 127.0.0.1 ${primary.port} 1`,
    `sentinel auth-pass ${name} ${redisPassword}`,
    `sentinel down-after-milliseconds ${name} 60000`, // Only `failedOver` begins one: a busy machine would seem to be down.
    `sentinel failover-timeout ${name} 5000`,
  ];
  await writeFile(file, lines.join('\n'));
  const child = spawn(redisProgram, [file, '--sentinel'], { stdio: 'ignore' });
  endAtExit(child);
  const ask = (...command: string[]) => askRedis(port, password, command);
  const knowsReplica = async () => (await ask('SENTINEL REPLICAS', name)).includes(`127.0.0.1:${replica.port}`);
  await waitUntil('the sentinel to know the replica', knowsReplica);

  return {
    primary,
    replica,
    url: `redis+sentinel://:${redisPassword}@127.0.0.1:${port}/${name}/3`,
    /** Makes the replica the primary. */
    async failedOver() {
      const isPromoted = async () => {
        await ask('SENTINEL FAILOVER', name); // Refused while one is in progress.
        return (await replica.ask('ROLE')).includes('master');
      };
      await waitUntil('the replica to be promoted', isPromoted, 60_000);
    },
    /** From now on the replica gets nothing. It may be promoted for some seconds. */
    async holdReplicaBack() {
      await replica.ask('CONFIG SET masterauth wrong');
      await replica.ask('CLIENT KILL TYPE master');
      const isDown = async () => (await replica.ask('INFO replication')).includes('link_status:down');
      await waitUntil('the replica to lag behind', isDown);
    },
    async stop() {
      await Promise.all([endProcess(child, 'SIGKILL'), primary.stop(), replica.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
