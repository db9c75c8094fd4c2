import { expect, test } from 'vitest';
import { mixedArchive, sharesOf20 } from '../../../../bench/memory/mixed-requests';

type Entry = { request: { method: string; url: string; headers: { name: string; value: string }[] } };
const entriesOf = (withEnvelopes: boolean) =>
  (JSON.parse(mixedArchive('http://127.0.0.1:3000', { withEnvelopes })) as { log: { entries: Entry[] } }).log.entries;

test('each of the clients requests the stated shares of pages and envelopes', () => {
  const entries = entriesOf(true);
  const posted = entries.filter(({ request }) => request.method === 'POST');
  const clients = new Set(entries.map(({ request }) => request.headers.find(({ name }) => /for/i.test(name))?.value));
  expect(posted).toHaveLength(clients.size * sharesOf20.envelopes);
  expect(entries.length - posted.length).toBe(clients.size * sharesOf20.pages);
});

test('bare Next.js gets the same pages, and no envelopes', () => {
  const pagesOf = (entries: Entry[]) => entries.filter(({ request }) => request.method === 'GET');
  expect(entriesOf(false)).toEqual(pagesOf(entriesOf(true)));
});
