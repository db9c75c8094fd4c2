import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { leaveRequest } from '../../../candor/src/http/request-context';
import { holdEnd, rewriteResponse } from '../../../candor/src/http/rewrite-response';
import { stateOfPatch } from '../../../candor/src/internals/patch';
import { serve } from '../../support/serve';

/** Asks a server that answers in this way, and gives back the parts of its body as they arrive. */
async function ask(answer: (response: ServerResponse) => void) {
  const { body, status } = await fetch((await serve(answer)).url);
  return { status, parts: body!.pipeThrough(new TextDecoderStream()).getReader() };
}

// tests/unit/responses/failed-responses.test.ts rewrites responses of every form.
test('what is flushed leaves, and what is written before it has its callback though it is held back', async () => {
  const add = (body: Buffer) => ({ body: Buffer.concat([Buffer.from('<rewritten>'), body]) });
  let goOn = () => {};
  const { parts, status } = await ask((response) => {
    const start = (body: Buffer, isAll: boolean) => (isAll ? add(body) : undefined);
    rewriteResponse(response, { start, part: (part) => part }, () => {});
    response.writeHead(202, 'Own').flushHeaders();
    goOn = () => void response.write('first', () => response.end(' last'));
  });
  goOn(); // The head has arrived.
  expect([status, (await parts.read()).value]).toEqual([202, '<rewritten>first last']);
});

test.each(['resolve', 'reject'] as const)('a response is held until its promises are settled (%s)', async (how) => {
  let settle: () => void = () => {};
  const promise = new Promise<void>((resolve, reject) => (settle = how === 'resolve' ? resolve : reject));
  const { status, parts } = await ask((response) => {
    for (const until of [Promise.resolve(), promise]) holdEnd(response, until);
    response.statusCode = 500;
    response.write('first');
    response.end('last');
  });
  expect([status, await parts.read()]).toEqual([500, { done: false, value: 'first' }]);
  let isOver = false;
  const rest = parts.read().finally(() => (isOver = true));
  await (await ask((response) => response.end('of another response'))).parts.read();
  expect(isOver).toBe(false);
  settle();
  expect(await rest).toEqual({ done: false, value: 'last' });
  expect(await parts.read()).toMatchObject({ done: true });
});

test('a runtime without enterWith does not end the start, and is named', () => {
  const enterWith = vi.spyOn(AsyncLocalStorage.prototype, 'enterWith').mockImplementation(() => {
    throw new Error('asyncLocalStorage.enterWith() is not implemented');
  });
  leaveRequest();
  enterWith.mockRestore();
  expect(stateOfPatch('request-start')).toEqual({ state: 'missing', failures: 1 });
});
