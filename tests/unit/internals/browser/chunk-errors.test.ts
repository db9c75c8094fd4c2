// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { takeConsole } from '../../../support/quiet-console';
import { happyDOM } from '../../browser/serve-page';
import type { Chunk } from '../../../../candor/src/internals/browser/chunk-errors';
import { freshPatches } from './fresh-patches';

/** A script of the site fails; `heard`: what its bundler hears. */
async function failChunk(
  handle: (chunk: Chunk) => void,
  html = `<script src="/_next/static/chunks/late.js"></script>`,
) {
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  const page = await freshPatches();
  const { observeFailedChunks } = await import('../../../../candor/src/internals/browser/chunk-errors');
  const add = vi.spyOn(window, 'addEventListener');
  observeFailedChunks(handle);
  const [type, listener] = add.mock.lastCall as [string, () => void];
  document.head.innerHTML = html;
  const heard: string[] = [];
  for (const event of ['load', 'error'])
    document.head.firstElementChild!.addEventListener(event, () => heard.push(event));
  const fail = () => document.head.firstElementChild!.dispatchEvent(new Event('error'));
  const end = () => window.removeEventListener(type, listener, true);
  return { heard, fail, end, ...page };
}

test.each([
  ['<script src="/_next/static/chunks/late.js"></script>', []],
  ['<link rel="stylesheet" href="/_next/static/chunks/late.css">', []],
  ['<script src="https://other.test/_next/late.js"></script>', ['error']],
  ['<script src="/own/script.js"></script>', ['error']],
  ['<link rel="icon" href="/icon.svg">', ['error']],
  ['<link rel="preload" as="script" href="/_next/static/chunks/late.js">', ['error']],
  ['<img src="/_next/picture.png">', ['error']],
])('of %s its bundler hears: %j', async (html, expected) => {
  const { heard, fail, end } = await failChunk(() => {}, html);
  fail();
  expect(heard).toEqual(expected);
  end();
});

test('a part of Candor’s own fails as ever, and others that fail meanwhile do not', async () => {
  const handle = vi.fn();
  const { end } = await failChunk(handle);
  const { loadApart } = await import('../../../../candor/src/internals/browser/chunk-errors');
  const [ofPage] = document.scripts;
  const ofSdk = Object.assign(document.createElement('script'), { src: '/_next/static/chunks/sdk.js' });
  const isLoaded = loadApart(async () => {
    document.head.append(ofSdk);
    return 'loaded';
  });
  for (const script of [ofSdk, ofPage]) script?.dispatchEvent(new Event('error'));
  expect(handle.mock.calls).toEqual([[ofPage]]);
  expect(await isLoaded).toBe('loaded');
  end();
});

test('where the page cannot load it again, the bundler hears of it, and the page says so', async () => {
  const { heard, fail, end, lost } = await failChunk(() => {
    throw new Error('broken');
  });
  fail();
  expect([heard, lost()]).toEqual([['error'], ['chunk-errors']]);
  expect(takeConsole('warn')).toHaveLength(1);
  end();
});
