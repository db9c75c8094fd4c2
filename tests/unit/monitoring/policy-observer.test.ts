import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashSource } from '../../../candor/src/policy/hash-source';
import { createPolicyObserver } from '../../../candor/src/monitoring/policy-observer';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const requestOf = (url: string) => ({ url }) as IncomingMessage;

function setUp() {
  const lines: [object, string][] = [];
  const add = (...line: [object, string]) => void lines.push(line);
  const routeOf = (path: string) => (path.startsWith('/items/') ? '/items/[id]' : undefined);
  return { lines, observer: createPolicyObserver({ info: add, warn: add, error: add }, routeOf) };
}

test('what the policy throws is one line a minute, with the count of all', () => {
  const { lines, observer } = setUp();
  const fail = () => observer.failed(new RangeError('broken'), requestOf('/a?token=secret'));
  fail();
  fail();
  const error = expect.objectContaining({ type: 'RangeError', message: 'broken' }) as object;
  expect(lines).toEqual([[{ count: 1, path: '/a', error }, 'policy failed']]);
  vi.advanceTimersByTime(60_000);
  fail();
  expect(lines[1]).toMatchObject([{ count: 3 }, 'policy failed']);
});

test('both ends of the time in which the policy is relaxed are a line with its limits', () => {
  const { lines, observer } = setUp();
  const limits = { documents: 1_000, minutes: 10 };
  observer.reliefStarts(limits);
  observer.reliefEnds(limits);
  expect(lines).toEqual([
    [limits, 'policy relaxed'],
    [limits, 'policy enforced again'],
  ]);
});

test('of a blocked script the next document of its route is read, once', () => {
  const { lines, observer } = setUp();
  const read = vi.fn(() => ['other()', `theme("${'x'.repeat(100)}")`]);
  observer.documentStarts(requestOf('/items/1'), read);
  observer.scriptBlocked({ path: '/items/1', sample: 'theme("' });
  observer.documentStarts(requestOf('/elsewhere'), read);
  expect(read).not.toHaveBeenCalled();
  observer.documentStarts(requestOf('/items/2?q=x'), read);
  observer.documentStarts(requestOf('/items/2'), read);
  expect(read).toHaveBeenCalledOnce();
  const [, theme = ''] = read();
  const scripts = [
    { begins: 'other()', hash: hashSource('other()') },
    { begins: theme.slice(0, 80), hash: hashSource(theme) },
  ];
  const waysOut = expect.stringMatching(/x-nonce.*script-src/) as string;
  expect(lines).toEqual([[{ path: '/items/2', route: '/items/[id]', scripts, waysOut }, 'inline script blocked']]);
});

test('a script that stands in no document has the beginning that the browser sent, without secrets and control characters', () => {
  const { lines, observer } = setUp();
  observer.scriptBlocked({ path: '/a', sample: 'token="Bearer abcdefghijklmnopqrstuvwxyz"\n' });
  observer.documentStarts(requestOf('/a'), () => []);
  const begins = expect.not.stringMatching(/abcdef|\n/) as string;
  expect(lines).toMatchObject([[{ path: '/a', scripts: [{ begins }] }, 'inline script blocked']]);
});

test('of a flood of reports a bounded number waits for a document', () => {
  const { lines, observer } = setUp();
  for (let page = 0; page < 100; page += 1) observer.scriptBlocked({ path: `/${page}`, sample: '' });
  for (let page = 0; page < 100; page += 1) observer.documentStarts(requestOf(`/${page}`), () => ['x()']);
  expect(lines).toHaveLength(20);
});
