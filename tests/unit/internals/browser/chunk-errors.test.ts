// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { takeConsole } from '../../../support/quiet-console';
import { happyDOM } from '../../browser/serve-page';
import type { Chunk } from '../../../../candor/src/internals/browser/chunk-errors';

/** A part of a freshly loaded page fails; `heard`: what its bundler hears. */
async function failPart(html: string, handle: (chunk: Chunk) => void) {
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  vi.resetModules();
  const { missing } = await import('../../../../candor/src/internals/browser/patch');
  const { loadApart, observeFailedChunks } = await import('../../../../candor/src/internals/browser/chunk-errors');
  const add = vi.spyOn(window, 'addEventListener');
  observeFailedChunks(handle);
  const [type, listener] = add.mock.lastCall as [string, () => void];
  onTestFinished(() => window.removeEventListener(type, listener, true));
  document.head.innerHTML = html;
  const heard: string[] = [];
  const part = document.head.firstElementChild!;
  for (const event of ['load', 'error']) part.addEventListener(event, () => heard.push(event));
  const fail = (element = part) => element.dispatchEvent(new Event('error'));
  fail();
  return { heard, missing, loadApart, fail };
}

const late = '<script src="/_next/static/chunks/late.js"></script>';

test.each([
  [late, []],
  ['<link rel="stylesheet" href="/_next/static/chunks/late.css">', []],
  ['<script src="https://other.test/_next/late.js"></script>', ['error']],
  ['<script src="/own/script.js"></script>', ['error']],
  ['<link rel="icon" href="/icon.svg">', ['error']],
  ['<link rel="preload" as="script" href="/_next/static/chunks/late.js">', ['error']],
  ['<img src="/_next/picture.png">', ['error']],
])('of %s its bundler hears: %j', async (html, expected) => {
  const { heard } = await failPart(html, () => {});
  expect(heard).toEqual(expected);
});

test('a part of Candor’s own fails as ever, and others that fail meanwhile do not', async () => {
  const handle = vi.fn();
  const { loadApart, fail } = await failPart(late, handle);
  const ofSdk = Object.assign(document.createElement('script'), { src: '/_next/static/chunks/sdk.js' });
  const isLoaded = loadApart(async () => {
    document.head.append(ofSdk);
    return 'loaded';
  });
  fail(ofSdk);
  fail();
  expect(handle.mock.calls).toEqual(Array(2).fill([document.scripts[0]]));
  expect(await isLoaded).toBe('loaded');
});

test('where the page cannot load it again, the bundler hears of it, and the page says so', async () => {
  const { heard, missing } = await failPart(late, () => {
    throw new Error('broken');
  });
  expect([heard, missing.has('chunk-errors')]).toEqual([['error'], true]);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('broken')]);
});
