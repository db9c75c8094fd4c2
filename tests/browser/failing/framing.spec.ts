import { badlyFramed } from './framed-request';
import { expect, test } from './fixtures';

const routes: { what: string; path: string; methods?: string[]; isCutOff?: true }[] = [
  { what: 'a built page', path: '/' },
  { what: 'a rendered page', path: '/failing-page' },
  { what: 'a path without a page', path: '/nowhere' },
  { what: 'a static file that does not exist', path: '/_next/static/x.js' },
  { what: 'a page that fails before the head', path: '/failing/throws?what=rethrown' },
  { what: 'a page that fails while it is streamed', path: '/failing/boundaries' },
  { what: 'a page that is not found', path: '/failing-page?fail=not-found' },
  { what: 'a page of the Pages Router that fails', path: '/failing/server-side-props' },
  { what: 'a route handler that fails', path: '/failing/answers?what=error' },
  { what: 'a cached route handler that fails', path: '/failing/cached-answers/error', methods: ['GET', 'HEAD'] },
  { what: 'a route handler that returns a failure', path: '/failing/answers?what=returned' },
  { what: 'a route handler that fails after the head', path: '/failing/answers?what=partly', isCutOff: true },
  { what: 'an API route that fails', path: '/api/failing/answers?what=error' },
  { what: 'an API route that fails with a head for chunks', path: '/api/failing/answers?what=headers' },
  { what: 'an API route that fails after the head', path: '/api/failing/answers?what=partly', isCutOff: true },
  { what: 'a proxy that fails', path: '/failing/proxy?throw' },
  { what: 'the tunnel', path: '/monitoring' },
];

test('every response has a known end, and its connection is usable or closed', async ({ application }) => {
  for (const { what, path, ...expected } of routes)
    expect(await badlyFramed(application.url, path, expected), what).toEqual([]);
});
