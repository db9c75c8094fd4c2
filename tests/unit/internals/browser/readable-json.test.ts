// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { parseJsonHere } from '../../../../candor/internals/browser/readable-json';

parseJsonHere();

test('JSON is read as ever, without its byte order mark', async () => {
  expect(await new Response('{"a":[1,null]}').json()).toEqual({ a: [1, null] });
  expect(await new Response(new Uint8Array([0xef, 0xbb, 0xbf, 0x37])).json()).toBe(7);
});

test('the error of what is not JSON comes from a script of the page', async () => {
  const thrown = await new Response('<!DOCTYPE html>').json().catch((error: unknown) => error);
  expect(thrown).toMatchObject({ name: 'SyntaxError', stack: expect.stringContaining('readable-json') });
});

test('a body that was read already is refused', async () => {
  const response = new Response('1');
  await response.text();
  await expect(response.json()).rejects.toThrow();
});
