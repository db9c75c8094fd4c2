import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../../scripts/run/processes';
import { pinned } from './pinned';
import { receiverPort } from './wizard/dsn';

/** The receiver of what fails under load, beside the load generator on its core. It accepts until it is told to hang. */
export async function startLoadReceiver() {
  const program = fileURLToPath(new URL('load-receiver.mjs', import.meta.url));
  const { child, ended } = startProcess(...pinned('load', [program, String(receiverPort)]), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const answered = () =>
    Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error('No receiver.')))]);
  await answered();
  return {
    async hang() {
      child.send('hang');
      await answered();
    },
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
