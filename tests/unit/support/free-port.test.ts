import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { bundleModules } from '../../support/bundle-modules';
import { spawnNode } from '../../support/stop-with-tests';

// More than one range has.
const count = 120;

const asking = `
  import { freePort } from '${await bundleModules(['tests/support/free-port.ts'])}';
  const ports = [];
  while (ports.length < ${count}) ports.push(await freePort());
  console.log(JSON.stringify(ports));
  setInterval(() => {}, 1000);`;

test('processes that look for ports at once get ports of their own', async () => {
  const lists = await Promise.all(Array.from({ length: 3 }, portsOfProcess));
  expect(new Set(lists.flat()).size).toBe(3 * count);
  for (const port of lists.flat()) expect(port).toBeLessThan(32_768);
});

/** Asks in a process of its own, which lives until the test has finished. */
async function portsOfProcess(): Promise<number[]> {
  const args = ['--input-type=module', '--eval', asking];
  const child = spawnNode(args, { env: { PATH: process.env.PATH }, signal: 'SIGKILL' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return JSON.parse(line) as number[];
}
