// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { countIgnored, countMissing } from '../../../candor/src/browser/count-at-server';
import { readBrowserReports } from '../../../candor/src/monitoring/read-browser-reports';

test.each([
  ['what is ignored', () => countIgnored('React suspends'), 'React suspends'],
  [
    'what a page lacks',
    () => countMissing(['page-fetch', 'react-roots']),
    { type: 'candor-patches', missing: ['react-roots', 'page-fetch'] },
  ],
])('%s reaches the server as a report that it counts', async (_, count, read) => {
  const post = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  count();
  const [address, { body, headers } = {}] = post.mock.calls[0]!;
  expect([address, headers]).toEqual(['/monitoring', { 'Content-Type': 'application/reports+json' }]);
  const hosts = [location.host];
  expect(readBrowserReports(Buffer.from(body as string), { type: 'application/reports+json', hosts })).toEqual([read]);
});
