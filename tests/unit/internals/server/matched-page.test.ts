import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMakerOf } from '../../../../candor/src/internals/server/matched-page';

const manifest = {
  '/page': 'app/page.js',
  '/(team)/items/[id]/page': 'app/items.js',
  '/api/html/route': 'app/html.js',
  '/_not-found/page': 'app/_not-found.js',
};
const routes: Record<string, string> = {
  '/': '/',
  '/items/7': '/items/[id]',
  '/api/html': '/api/html',
  '/old': '/old',
};

async function makerOf(content = JSON.stringify(manifest)) {
  const folder = await mkdtemp(join(tmpdir(), 'candor-build-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'server/app-paths-manifest.json'), content);
  const of = createMakerOf((path) => routes[path], folder);
  return (url: string, meta?: object) =>
    of(Object.assign(new IncomingMessage(new Socket()), { url, [Symbol.for('NextInternalRequestMeta')]: meta }));
}

const matched = (page: unknown) => ({ match: { definition: { page } } });

test.each([
  ['/', matched('/page'), 'page'],
  ['/items/7', matched('/(team)/items/[id]/page'), 'page'],
  ['/nowhere', matched('/_not-found/page'), 'page'],
  ['/items/7', matched('/api/html/route'), 'other'], // By a rewrite.
  ['/items/7', matched('/items/[id]'), 'other'], // Of the Pages Router.
  ['/', matched('/_error'), 'other'],
  ['/', matched('__proto__'), 'other'],
  ['/', matched(7), 'path of a page'],
  ['/', {}, 'path of a page'],
  ['/items/7?a=/api/html', undefined, 'path of a page'],
  ['/api/html', undefined, 'other'],
  ['/old', undefined, 'other'],
  ['/nowhere', undefined, 'other'],
])('%s, of which Next says %o, was made by: %s', async (url, meta, maker) =>
  expect((await makerOf())(url, meta)).toBe(maker),
);

test.each(['', '[]', '{', 'null'])(
  'without a manifest that can be read nothing counts as a page: %j',
  async (content) => expect((await makerOf(content))('/', matched('/page'))).toBe('other'),
);
