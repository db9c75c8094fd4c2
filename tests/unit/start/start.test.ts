import { afterEach, expect, test, vi } from 'vitest';
import { startEdgeSdk } from '../../../candor/src/sdk/edge-sdk';
import { openOutbox } from '../../../candor/src/start/open-reporting';
import { serverContext, type EdgeContext, type NodeContext } from '../../../candor/src/start/server-context';
import { readSettings } from '../../../candor/src/start/settings';
import { sharedProcess } from '../../../candor/src/start/shared-process';
import { startEdge } from '../../../candor/src/start/start-edge';
import { loadedBy, textOf } from '../../support/loaded-modules';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { recordLog } from '../delivery/set-up-delivery';

const broken = new Error('broken');
vi.mock('next/dist/server/lib/router-utils/instrumentation-globals.external', () => ({
  ensureInstrumentationRegistered: () => Promise.reject(broken),
}));
const { endOnStartFailure } = await import('../../../candor/src/start/start-failure');

test('a start that failed is reported, and the development server is left to Next', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  const report = vi.fn(async () => {});
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never);
  endOnStartFailure({ report });
  await waitUntil('the report', () => report.mock.calls.length === 1);
  expect(report).toHaveBeenCalledWith(broken);
  await new Promise(setImmediate);
  expect(exit).not.toHaveBeenCalled();
});

test('ends the process when the report takes longer than 5 s, or fails as well', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never);
  vi.useFakeTimers();
  endOnStartFailure({ report: () => new Promise(() => {}) });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect(exit.mock.calls).toEqual([[1]]);
  endOnStartFailure({ report: () => Promise.reject(new Error('nor this')) });
  await waitUntil('the exit', () => exit.mock.calls.length === 2);
  expect(takeConsole('error')).toEqual(['The failed start could not be reported. Error: nor this']);
});

test.each<[Parameters<typeof readSettings>[0], isByRequest: boolean, diskLasts: boolean]>([
  [{ LIFETIME: 'request' }, true, false],
  [{ LIFETIME: 'process' }, false, false],
  [{ LIFETIME: 'disk' }, false, true],
])('with %j an outbox has the lifespan of its disk', async (env, isByRequest, diskLasts) => {
  const { outbox, deployment, lifespan } = await openOutbox(readSettings(env), recordLog().log);
  expect(lifespan).toEqual({ isByRequest, outboxLasts: diskLasts, ownDiskLasts: diskLasts });
  expect([outbox.count(), deployment]).toEqual([0, undefined]);
});

const context = Symbol.for('candor.server-context');
afterEach(() => void Reflect.deleteProperty(globalThis, context));
const warn = () => serverContext().log.warn({ event: 'a' }, 'event not delivered');

test('the edge runtime writes to its console without a server process, and to the log that one shares with it', async () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  await startEdge(startEdgeSdk, {});
  warn();
  const line = { level: 'warn', event: 'a', msg: 'event not delivered' };
  expect(JSON.parse(String(printed.mock.calls[0]))).toMatchObject(line);
  const { log, lines } = recordLog();
  sharedProcess().log = log;
  await startEdge(startEdgeSdk, {});
  warn();
  expect(lines).toMatchObject([line]);
});

test('the context of a server is that of all instances of the module, can be installed again, and tells the runtimes apart', async () => {
  const [node, edge] = [{ runtime: 'node' } as NodeContext, { runtime: 'edge' } as EdgeContext];
  const first = await import('../../../candor/src/start/server-context');
  expect(() => first.serverContext()).toThrow('installed by instrumentation.ts');
  first.installContext(node);
  vi.resetModules();
  const other = await import('../../../candor/src/start/server-context');
  expect(other.serverContext()).toBe(node);
  first.installContext({ ...node }); // As `next dev` does on every change.
  expect(other.serverContext()).not.toBe(node);
  other.installContext(edge);
  expect(() => other.nodeContext()).toThrow('no Node server');
});

const loadedFrom = (path: string) => Array.from(loadedBy(path, 'at once'));
const packagesFrom = (path: string) => loadedFrom(path).filter((name) => !/\.tsx?$/.test(name));

test('a server without OUTBOX_URL loads nothing that speaks to Redis', () => {
  const loaded = loadedFrom('start/start-node.ts');
  expect(loaded).toContain('outbox/disk/disk-outbox.ts');
  expect(loaded.filter((name) => /[@#]redis|redis-|shared-outbox/.test(name))).toEqual([]);
  expect(loadedFrom('outbox/redis/open-shared-outbox.ts')).toContain('outbox/redis/redis-link.ts');
  expect(textOf('outbox/redis/redis-link.ts')).toContain("await import('#redis/client')");
});

test('a start loads its own code by one import, and of other packages only what it needs before a failure', () => {
  const hook = textOf('instrumentation.ts');
  const ofNode = hook.slice(hook.indexOf("'nodejs'"), hook.indexOf("'edge'"));
  expect(Array.from(ofNode.matchAll(/import\('(.+?)'\)/g), ([, name]) => name)).toEqual([
    './register-node.js', // A bundler gives each import a copy of what they share.
    '#options/server',
    '#messages',
  ]);
  expect(packagesFrom('register-node.ts').sort()).toEqual([
    '#sentry/core',
    '#words',
    'next/dist/server/app-render/action-async-storage.external',
    'next/dist/server/app-render/work-async-storage.external',
    'next/dist/server/app-render/work-unit-async-storage.external',
    'next/dist/server/lib/router-utils/instrumentation-globals.external',
    'sonic-boom',
  ]);
});

test('`next start` reads a configuration with our own files alone: what only a build needs is imported when one runs', () => {
  expect(packagesFrom('config.ts')).toEqual([]);
  expect(loadedFrom('config.ts').length).toBeLessThanOrEqual(37);
});
