import { beforeAll, expect, test } from 'vitest';
import { addStreamedNotice } from '../../../candor/src/http/streamed-failure';
import { stateOfPatch } from '../../../candor/src/internals/patch';
import { rawRequest } from '../../support/raw-request';
import { serve } from '../../support/serve';
import { handleAll } from './handle-all';

const digest = 'NEXT_HTTP_ERROR_FALLBACK;404';

beforeAll(() => void handleAll());

/** What arrives of a response of this type, with a notice for the digest. */
async function received(type: string, body: string): Promise<string> {
  const { url } = await serve((response) => {
    response.setHeader('Content-Type', type);
    addStreamedNotice(response, digest, { notice: () => '<p>Not found</p>', fill: () => Buffer.from('Filled') });
    response.end(Buffer.from(body));
  });
  return (await rawRequest(url, { path: '/' })).body.toString();
}

test('the data of a client navigation stays as it is, and does not count as markup in another form', async () => {
  const data = `17:E{"digest":"${digest}"}\n`;
  expect(await received('text/x-component', data)).toBe(data);
  expect(stateOfPatch('failed-part').state).toBe('unproven');
});

test('a document gets the notice beside its failed part', async () => {
  const markup = `<template data-dgst="${digest}"></template>`;
  expect(await received('text/html; charset=utf-8', markup)).toBe(`${markup}<p>Not found</p>`);
  expect(stateOfPatch('failed-part').state).toBe('inEffect');
});

test('a document that has nothing but the failure is filled, though its status says that nothing failed', async () => {
  const empty = '<!DOCTYPE html><html id="__next_error__"><head></head><body></body></html>';
  expect(await received('text/html; charset=utf-8', empty)).toBe('Filled');
});
