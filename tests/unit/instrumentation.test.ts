import { beforeEach, expect, test, vi } from 'vitest';
import { register } from '../../candor/src/instrumentation';
import { nodeContext } from '../../candor/src/start/server-context';
import { takeConsole } from '../support/quiet-console';

const printed = vi.hoisted(() => [] as string[]);
vi.mock('../../candor/src/start/standard-output', () => ({
  writeToStandardOutput: () => (line: string) => void printed.push(line),
}));
const context = Symbol.for('candor.server-context');
beforeEach(() => {
  vi.stubEnv('NEXT_RUNTIME', 'nodejs');
  printed.length = 0;
});

const otherVersion = () => Reflect.set(globalThis, context, { version: '0' });

test.each<[what: string, prepare: () => unknown, says: RegExp, isPrinted: boolean]>([
  ['another version has started', otherVersion, /^Candor 0 has started/, false],
  ['a setting is bad', () => vi.stubEnv('PORT', 'x'), /^Settings: PORT must be a number/, true],
])('where %s, register ends the process with one line, and starts nothing', async (_, prepare, says, isPrinted) => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((status) => {
    throw new Error(`exit ${status}`);
  });
  const listeners = process.listenerCount('SIGTERM');
  prepare();
  await expect(register()).rejects.toThrow('exit 1');
  expect(exit).toHaveBeenCalledOnce();
  const lines = printed.map((line) => JSON.parse(line) as { msg: string; error: { message: string } });
  expect(isPrinted ? takeConsole('error') : lines.map(({ error }) => error.message)).toEqual([
    expect.stringMatching(says),
  ]);
  expect(lines.map(({ msg }) => msg)).toEqual(isPrinted ? [] : ['process failed']);
  Reflect.deleteProperty(globalThis, context);
  expect(nodeContext).toThrow('The server context is installed');
  expect(process.listenerCount('SIGTERM')).toBe(listeners);
});
