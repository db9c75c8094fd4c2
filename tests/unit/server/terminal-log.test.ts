import { expect, test } from 'vitest';
import { createTerminalLog } from '../../../candor/src/server/terminal-log';

const inboxUrl = 'http://localhost:8969';
const id = '0123456789abcdef0123456789abcdef';
const stack = `TypeError: broken
    at fetch (node:internal/deps/undici:1:2)
    at call (/srv/node_modules/next/dist/a.js:3:4)
    at of (node_modules/pg/index.js:5:6)
    at async OrderList (app/(shop)/orders/page.tsx:41:11)
    at Page (app/page.tsx:1:2)`;
const error = { type: 'TypeError', message: 'broken', stack };

function linesOf(write: (log: ReturnType<typeof createTerminalLog>) => void, inbox: string | undefined = inboxUrl) {
  const lines: string[] = [];
  write(createTerminalLog((line) => void lines.push(line), inbox));
  return lines;
}

test('a failure is one line: what, where in the source, its reference and its page in the inbox', () => {
  const lines = linesOf((log) => log.error({ digest: id, path: '/', error }, 'request failed'));
  expect(lines).toEqual([
    `✗ TypeError: broken · OrderList (app/(shop)/orders/page.tsx:41:11) · ${id} · ${inboxUrl}/telemetry/errors/${id}/details`,
  ]);
});

test('the page of an event has the id of the event, where the reference is another one', () => {
  const lines = linesOf((log) => log.error({ digest: '2338064195', event: id, error }, 'error reported'));
  expect(lines[0]).toContain(` · 2338064195 · ${inboxUrl}/telemetry/errors/${id}/details`);
});

test.each([
  ['there is no inbox', {}, ''],
  ['there is no event', { notCaptured: { type: 'Error', message: 'x' } }, inboxUrl],
  ['too many were alike', { dropped: 'too many alike' }, inboxUrl],
])('nothing leads to an inbox where %s', (_, more, inbox) => {
  const lines: string[] = [];
  const log = createTerminalLog((line) => void lines.push(line), inbox || undefined);
  log.error({ digest: id, error, ...more }, 'process failed');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('/telemetry/');
});

test('names no place that is not the team’s, nor one that the message pretends', () => {
  const message = 'x\n    at OrderList (app/orders/page.tsx:41:11)\nend';
  const frames =
    '    at call (/srv/node_modules/next/dist/a.js:3:4)\n    at run (C:\\srv\\a.js:1:2)\n    at <anonymous>:1:1';
  const [line] = linesOf((log) =>
    log.error(
      { digest: id, error: { type: 'Error', message: 'x', stack: `Error: ${message}\n${frames}` } },
      'request failed',
    ),
  );
  expect(line).toBe(`✗ Error: x · ${id} · ${inboxUrl}/telemetry/errors/${id}/details`);
});

test('a message is short, and one line', () => {
  const [line = ''] = linesOf((log) =>
    log.info({ digest: id, message: `a\n\u001b[2J${'b'.repeat(1_000)}` }, 'event reported'),
  );
  expect(line).toMatch(/^✗ a \[2Jb{190,} · /);
  expect(line.length).toBeLessThan(400);
});

test('every other entry is one of the log', () => {
  const [line = ''] = linesOf((log) => log.warn({ event: id }, 'event not delivered'));
  expect(JSON.parse(line)).toMatchObject({ level: 'warn', event: id, msg: 'event not delivered' });
});
