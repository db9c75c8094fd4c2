import type { IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { createPageStates } from '../../../candor/src/monitoring/page-states';
import { ignoredErrors } from '../../../candor/src/shared/ignored-errors';
import { recordLog } from '../delivery/set-up-delivery';

function start() {
  const { log, lines } = recordLog();
  const states = createPageStates(log);
  return { ...states, lines, note: (headers: Record<string, string>) => states.note(new Headers(headers)) };
}

const long = `${'x'.repeat(1_000)},page-fetch`;

test('what pages lack is counted by name, if the manifest has it, and one line each', () => {
  vi.stubGlobal('CANDOR_VERSIONS', JSON.stringify({ next: '16' }));
  const { note, missing, lines } = start();
  const unknown = ['', 'nothing', 'request-start', '__proto__', 'page-fetch; x', long];
  for (const names of [...unknown, 'react-roots', 'react-roots,page-fetch,react-roots'])
    expect(note({ 'Candor-Missing': names })).toBe(false);
  expect(missing()).toEqual({ 'react-roots': 2, 'page-fetch': 1 });
  const common = { level: 'warn', msg: 'patch not in effect', runtime: 'browser', versions: { next: '16' } };
  expect(lines).toMatchObject([
    { ...common, patch: 'react-roots', loses: expect.stringContaining('boundary') as string },
    { ...common, patch: 'page-fetch', loses: expect.stringContaining('without a network') as string },
  ]);
});

test('why errors of pages became no event is counted, if the reason is known', () => {
  const { note, ignored } = start();
  for (const reason of [...ignoredErrors, ignoredErrors[0]]) expect(note({ 'Candor-Ignored': reason })).toBe(true);
  for (const reason of ['', 'of another type', 'toString']) expect(note({ 'Candor-Ignored': reason })).toBe(false);
  const once = Object.fromEntries(ignoredErrors.map((reason) => [reason, 1]));
  expect(ignored()).toEqual({ ...once, [ignoredErrors[0]]: 2 });
});

test('one line a minute names a file of another build and the page that asks for it', () => {
  const { noteMissing, lines } = start();
  const page = 'https://shop.example/orders?token=secret';
  const file = '/_next/static/chunks/a.js';
  const missing = (url: string | undefined, referer?: string) =>
    noteMissing({ url, headers: { referer } } as IncomingMessage);
  for (const url of [undefined, '/nowhere']) missing(url, page);
  for (const referer of [undefined, 'about:blank', 'https:', 'x']) missing(file, referer);
  expect(lines).toEqual([]);
  for (const url of [`/base${file}?v=1`, '/_next/static/chunks/c.css']) missing(url, page);
  expect(lines).toMatchObject([{ count: 1, from: '/orders', path: `/base${file}` }]);
});
