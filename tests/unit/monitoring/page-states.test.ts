import type { IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { createPageStates } from '../../../candor/src/monitoring/page-states';
import { recordLog } from '../delivery/set-up-delivery';

test('what pages lack is counted by name, if the manifest has it, and one line each', () => {
  vi.stubGlobal('CANDOR_VERSIONS', JSON.stringify({ next: '16' }));
  const { log, lines } = recordLog();
  const { note, missing } = createPageStates(log);
  const unknown = ['', 'nothing', 'request-start', '__proto__', 'page-fetch; x', `${'x'.repeat(1_000)},page-fetch`];
  for (const names of [...unknown, 'react-roots', 'react-roots,page-fetch,react-roots'])
    expect(note(new Headers({ 'Candor-Missing': names }))).toBe(false);
  expect(missing()).toEqual({ 'react-roots': 2, 'page-fetch': 1 });
  const common = { level: 'warn', msg: 'patch not in effect', runtime: 'browser', versions: { next: '16' } };
  expect(lines).toMatchObject([
    { ...common, patch: 'react-roots', loses: expect.stringContaining('boundary') as string },
    { ...common, patch: 'page-fetch', loses: expect.stringContaining('offline') as string },
  ]);
});

test('one line a minute names a file of another build and the page that asks for it', () => {
  const { log, lines } = recordLog();
  const { noteMissing } = createPageStates(log);
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
