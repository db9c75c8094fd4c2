import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../../candor/src/server/log';
import { createWaitingLines } from '../../../candor/src/server/waiting-lines';
import { readError, type ReadError } from '../../../candor/src/scrubbing/log-format';
import type { Place } from '../../../candor/src/sources/chunk-of-frame';
import type { Source } from '../../../candor/src/sources/find-source';
import { mapError } from '../../../candor/src/sources/stack-text';

const file = '/srv/.next/server/chunks/ssr/a.js';
const mapped: Source = { file: 'app/orders/page.tsx', line: 41, column: 11, function: 'OrderList', inApp: true };

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-23T10:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** Lines that wait for sources, each of whose questions the test answers by its number. */
function setUp(maxWaiting = 10) {
  const lines: Record<string, unknown>[] = [];
  const texts: string[] = [];
  const asked: { error: ReadError; answer: (source?: Partial<Source>) => Promise<void> }[] = [];
  const waiting = createWaitingLines(
    {
      isOfBuild: (place) => place.file === file,
      mapError: (error) =>
        new Promise((resolve) => {
          const answer = async (source?: Partial<Source>) => {
            const find = (place: Place) => (place.file === file ? { ...mapped, ...source } : undefined);
            resolve(source && mapError(error, find));
          };
          asked.push({ error, answer });
        }),
    },
    maxWaiting,
  );
  const log = createLog((line) => {
    texts.push(line);
    lines.push(JSON.parse(line) as Record<string, unknown>);
  });
  const fail = (error: unknown) =>
    waiting.write(readError(error), (described, how) => log.error({ ...how, error: described }, 'request failed'));
  return { waiting, lines, texts, asked, fail };
}

function anError(message = 'broken', options?: ErrorOptions) {
  const stack = `Error: ${message}\n    at a (${file}:1:20444)\n    at node:internal/timers:1:2`;
  return Object.assign(new Error(message, options), { stack });
}

const rawStack = `Error: broken\n    at a (${file}:1:20444)\n    at node:internal/timers:1:2`;
const mappedStack = 'Error: broken\n    at OrderList (app/orders/page.tsx:41:11)\n    at node:internal/timers:1:2';

test.each([
  ['waits for its stack', {}, mappedStack, undefined],
  ['of which no source is found has its stack as it was, and says so', undefined, rawStack, false],
])('a line %s, and has the time of the failure', async (_, source, stack, mapped) => {
  const { lines, asked, fail } = setUp();
  fail(anError());
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  await asked[0]?.answer(source);
  expect(lines).toMatchObject([{ time: '2026-11-23T10:00:00.000Z', error: { message: 'broken', stack } }]);
  expect(lines[0]?.mapped).toBe(mapped);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lines).toHaveLength(1);
});

test('asks for the stacks of causes and members too, and changes no message, even one that looks like a frame', async () => {
  const { lines, asked, fail } = setUp();
  const message = `x\n    at a (${file}:1:5)`;
  fail(new AggregateError([anError(message)], 'all', { cause: anError('of a cause') }));
  await asked[0]?.answer({});
  const stack = expect.stringContaining('at OrderList (app/orders/page.tsx:41:11)') as string;
  expect(lines).toMatchObject([{ error: { cause: { stack } } }]);
  const [member] = (lines[0]?.error as { errors: { message: string; stack: string }[] }).errors;
  expect(member?.message).toBe(message.replace('\n', ' '));
  expect(member?.stack.split('\n').slice(1, 3)).toEqual([
    `    at a (${file}:1:5)`,
    '    at OrderList (app/orders/page.tsx:41:11)',
  ]);
});

test.each([
  ['no place of the build', Object.assign(new Error('x'), { stack: 'Error: x\n    at node:internal/timers:1:2' })],
  ['no stack', 'thrown text'],
])('an error with %s has its line at once, which says nothing of sources', (_, error) => {
  const { lines, asked, fail } = setUp();
  fail(error);
  expect(asked).toEqual([]);
  expect(lines).toEqual([expect.not.objectContaining({ mapped: expect.anything() })]);
});

test('lines stand in the order of their failures, also one that has nothing to wait for', async () => {
  const { lines, asked, fail } = setUp();
  fail(anError('first'));
  fail(anError('second'));
  fail('third');
  await asked[1]?.answer({});
  expect(lines).toEqual([]);
  await asked[0]?.answer({});
  expect(lines.map(({ error }) => (error as Error).message)).toEqual(['first', 'second', 'third']);
  expect(lines.filter((line) => 'mapped' in line)).toEqual([]);
});

test('past the number that may wait, a line is written at once, before those that do', async () => {
  const { lines, asked, fail } = setUp(1);
  fail(anError('first'));
  fail(anError('second'));
  expect(lines).toMatchObject([{ error: { message: 'second' }, mapped: false }]);
  await asked[0]?.answer({});
  fail(anError('third'));
  await asked[1]?.answer({});
  expect(lines.map(({ error }) => (error as Error).message)).toEqual(['second', 'first', 'third']);
});

test('what waits is written at once when it has to be, in its order, and once', async () => {
  const { waiting, lines, asked, fail } = setUp();
  for (const message of ['first', 'second']) fail(anError(message));
  waiting.flush();
  const raw = (message: string) => ({ error: { message }, mapped: false });
  expect(lines).toMatchObject([raw('first'), raw('second')]);
  await asked[0]?.answer({});
  fail(anError('third'));
  expect(lines).toHaveLength(2);
  waiting.end();
  fail(anError('fourth'));
  expect(lines.slice(2)).toMatchObject([raw('third'), raw('fourth')]);
  expect(asked).toHaveLength(3);
});

test('a source or a function forges no line, whatever it is named, and tells no secret', async () => {
  const { texts, lines, asked, fail } = setUp();
  fail(anError());
  const name = 'token=hunter2\n\r\u2028\u001b[2K\u202e\u200b\u{e0041}\ud83d{"level":"error","msg":"outbox full"}';
  await asked[0]?.answer({ file: `app/${name}.tsx`, function: name });
  expect(texts).toEqual([expect.stringMatching(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u)]);
  const { stack = '' } = lines[0]?.error as { stack?: string };
  expect(stack).toContain('outbox full');
  expect(stack).not.toMatch(/hunter2|[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(lines[0]).toMatchObject({ level: 'error', msg: 'request failed' });
});
