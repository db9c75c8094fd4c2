// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { takeConsole } from '../../../support/quiet-console';
import { happyDOM } from '../../browser/serve-page';
import type { LoadChunk } from '../../../../candor/src/internals/browser/chunk-errors';
import { freshPatches } from './fresh-patches';

/** A script of the site fails; `heard`: what its bundler hears. */
async function failChunk(load: LoadChunk) {
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  const page = await freshPatches();
  const { observeFailedChunks } = await import('../../../../candor/src/internals/browser/chunk-errors');
  const add = vi.spyOn(window, 'addEventListener');
  observeFailedChunks(load);
  const [type, listener] = add.mock.lastCall as [string, () => void];
  document.head.innerHTML = `<script src="${location.origin}/_next/static/chunks/late.js"></script>`;
  const heard: string[] = [];
  for (const event of ['load', 'error'])
    document.head.firstElementChild!.addEventListener(event, () => heard.push(event));
  const fail = () => document.head.firstElementChild!.dispatchEvent(new Event('error'));
  const end = () => window.removeEventListener(type, listener, true);
  return { heard, fail, end, ...page };
}

test('where the page cannot load it again, the bundler hears of it as ever, and the page says so', async () => {
  const { heard, fail, end, lost } = await failChunk(() => {
    throw new Error('broken');
  });
  fail();
  expect(heard).toEqual(['error']);
  expect(lost()).toEqual(['chunk-errors']);
  expect(takeConsole('warn')).toHaveLength(1);
  end();
});

test('where no element can take its place, the bundler hears of it later, and the page says so', async () => {
  const { heard, fail, end, lost } = await failChunk(async () => true);
  vi.spyOn(document, 'createElement').mockImplementation(() => {
    throw new Error('broken');
  });
  fail();
  expect(heard).toEqual([]);
  await vi.waitFor(() => expect(heard).toEqual(['error']));
  expect(lost()).toEqual(['chunk-errors']);
  expect(takeConsole('warn')).toHaveLength(1);
  end();
});

test('where the page cannot listen, it goes on, and says so', async () => {
  const page = await freshPatches();
  const { observeFailedChunks } = await import('../../../../candor/src/internals/browser/chunk-errors');
  vi.spyOn(window, 'addEventListener').mockImplementation(() => {
    throw new Error('broken');
  });
  observeFailedChunks(() => undefined);
  expect(page.lost()).toEqual(['chunk-errors']);
  expect(takeConsole('warn')).toHaveLength(1);
});
