// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { holdChunks } from '../../../candor/src/browser/hold-chunks';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { takeConsole } from '../../support/quiet-console';
import { happyDOM, muteHappyDom } from './serve-page';

const url = `${location.origin}/_next/static/chunks/late.js`;
const script = `<script nonce="x" src="${url}"></script>`;
const stylesheet = `<link rel="stylesheet" href="${url}">`;
let respond: (response: Response) => void;
let reject: (thrown: unknown) => void;
// It listens for as long as a page lives, so once for all tests.
holdChunks(() => new Promise((...settle) => ([respond, reject] = settle)));

beforeEach(() => {
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The first element is a chunk that failed; `heard`: what its bundler has heard of it. */
async function failChunk(html: string) {
  document.head.innerHTML = html;
  const chunk = document.head.firstElementChild!;
  const heard: string[] = [];
  for (const type of ['load', 'error']) chunk.addEventListener(type, () => heard.push(type));
  chunk.dispatchEvent(new Event('error'));
  await settled();
  return { heard, chunk };
}

test.each([
  ['a script', script],
  ['a stylesheet', stylesheet],
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
  await failChunk(`${stylesheet}<link rel="stylesheet" href="/later.css">`);
  const later = document.head.lastElementChild;
  respond(new Response(''));
  await settled();
  expect(document.head.children).toHaveLength(3);
  expect(document.head.lastElementChild).toBe(later);
});

test('a copy that fails too is a failed chunk', async () => {
  const { heard } = await failChunk(script);
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = false;
  muteHappyDom();
  respond(new Response(''));
  await settled();
  expect(heard).toEqual(['error']);
});

test('a chunk that the site does not have fails as ever', async () => {
  const { heard } = await failChunk(script);
  respond(new Response('', { status: 404 }));
  await settled();
  expect(heard).toEqual(['error']);
  expect(document.head.children).toHaveLength(1);
});

test('a chunk whose request failed for another reason fails as ever', async () => {
  const { heard } = await failChunk(script);
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
  '<link rel="stylesheet" href="/_next/static/candor/ours.css">',
])('%s fails as ever, at once', async (html) => expect((await failChunk(html)).heard).toEqual(['error']));

test('the chunks that the page asked for while the reporter loads the SDK fail as ever, however late, and others do not', async () => {
  const sdkState = vi.spyOn(browserReporter, 'sdkState').mockReturnValue('loading');
  const [first, second, later] = ['first', 'second', 'later'].map((name) => script.replace('late.js', `${name}.js`));
  expect((await failChunk(`${first}${second}`)).heard).toEqual(['error']);
  sdkState.mockReturnValue('missing');
  expect((await failChunk(second!)).heard).toEqual(['error']);
  expect((await failChunk(later!)).heard).toEqual([]);
});
