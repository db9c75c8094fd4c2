// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { takeConsole } from '../../../support/quiet-console';
import { freshPatches } from './fresh-patches';
import { parseJsonHere } from '../../../../candor/src/internals/browser/response-json';

parseJsonHere();

test('JSON is read as ever, without its byte order mark', async () => {
  expect(await new Response('{"a":[1,null]}').json()).toEqual({ a: [1, null] });
  expect(await new Response(new Uint8Array([0xef, 0xbb, 0xbf, 0x37])).json()).toBe(7);
});

test('the error of what is not JSON comes from a script of the page', async () => {
  const thrown = await new Response('<!DOCTYPE html>').json().catch((error: unknown) => error);
  expect(thrown).toMatchObject({ name: 'SyntaxError', stack: expect.stringContaining('response-json') });
});

test('a body that was read already is refused', async () => {
  const response = new Response('1');
  await response.text();
  await expect(response.json()).rejects.toThrow();
});

test('where it cannot be replaced, responses are read as ever, and the page says so', async () => {
  const page = await freshPatches();
  const { parseJsonHere: parse } = await import('../../../../candor/src/internals/browser/response-json');
  const prototype = Object.freeze({ json: () => 'of the browser' });
  vi.stubGlobal('Response', { prototype });
  parse();
  expect(prototype.json()).toBe('of the browser');
  expect(page.lost()).toEqual(['response-json']);
  expect(takeConsole('warn')).toHaveLength(1);
});
