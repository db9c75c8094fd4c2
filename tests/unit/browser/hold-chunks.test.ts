// @vitest-environment happy-dom
import type { Window } from 'happy-dom';
import consoleOfNode from 'node:console';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdChunks } from '../../../candor/browser/hold-chunks';
import type { Hold } from '../../../candor/browser/hold-requests';
import { browserReporter } from '../../../candor/browser/reporter';
import { takeConsole } from '../../support/quiet-console';

const url = `${location.origin}/_next/static/chunks/late.js`;
const { settings } = (window as unknown as Window).happyDOM;
let respond: (response: Response) => void;
let reject: (thrown: unknown) => void;
const hold: Hold = () =>
  new Promise((...settle) => {
    [respond, reject] = settle;
  });
holdChunks(hold); // It listens for as long as a page lives, so once for all tests.

beforeEach(() => {
  settings.handleDisabledFileLoadingAsSuccess = true;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

/** A chunk that failed, and what its bundler has heard of it. */
async function failChunk(html: string) {
  document.head.innerHTML = html;
  const chunk = document.head.firstElementChild!;
  const heard: string[] = [];
  for (const type of ['load', 'error']) chunk.addEventListener(type, () => heard.push(type));
  chunk.dispatchEvent(new Event('error'));
  await new Promise((resolve) => setImmediate(resolve));
  return { heard, chunk };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test.each([
  ['a script', `<script nonce="x" src="${url}"></script>`],
  ['a stylesheet', `<link rel="stylesheet" href="${url}">`],
])('loads %s again when the site responds, and its bundler hears only that', async (_, html) => {
  const { heard, chunk } = await failChunk(html);
  expect(heard).toEqual([]);
  respond(new Response(''));
  await settled();
  const copy = document.head.lastElementChild!;
  expect(copy).not.toBe(chunk);
  expect(copy.outerHTML).toBe(chunk.outerHTML);
  expect(heard).toEqual(['load']);
});

test('a stylesheet that is loaded again counts where it stood', async () => {
  document.head.innerHTML = `<link rel="stylesheet" href="${url}"><link rel="stylesheet" href="/later.css">`;
  const [chunk, later] = document.head.children;
  chunk!.dispatchEvent(new Event('error'));
  await settled();
  respond(new Response(''));
  await settled();
  expect(document.head.children).toHaveLength(3);
  expect(document.head.lastElementChild).toBe(later);
});

test('a copy that fails too is a failed chunk', async () => {
  const { heard } = await failChunk(`<script src="${url}"></script>`);
  settings.handleDisabledFileLoadingAsSuccess = false;
  vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {}); // Where happy-dom logs it.
  respond(new Response(''));
  await settled();
  expect(heard).toEqual(['error']);
});

test('a chunk that the site does not have fails as ever', async () => {
  const { heard } = await failChunk(`<script src="${url}"></script>`);
  respond(new Response('', { status: 404 }));
  await settled();
  expect(heard).toEqual(['error']);
  expect(document.head.children).toHaveLength(1);
});

test('a chunk whose request failed for another reason fails as ever', async () => {
  const { heard } = await failChunk(`<script src="${url}"></script>`);
  reject(new Error('another reason'));
  await settled();
  expect(heard).toEqual(['error']);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('A part of the page could not be loaded.')]);
});

test.each([
  '<script src="https://other.test/_next/late.js"></script>',
  '<script src="/own/script.js"></script>',
  '<link rel="icon" href="/icon.svg">',
  '<link rel="preload" as="script" href="/_next/static/chunks/late.js">',
  '<img src="/_next/picture.png">',
])('%s fails as ever, at once', async (html) => {
  expect((await failChunk(html)).heard).toEqual(['error']);
});

test('a chunk that fails while the reporter loads the SDK fails as ever', async () => {
  vi.spyOn(browserReporter, 'isLoadingSdk').mockReturnValue(true);
  expect((await failChunk(`<script src="${url}"></script>`)).heard).toEqual(['error']);
});
