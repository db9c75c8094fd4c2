import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { holdEnd } from '../../../candor/src/http/hold-end';

/** Asks a server that answers in this way, and gives back the parts of its body as they arrive. */
async function ask(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { body, status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { status, parts: body!.pipeThrough(new TextDecoderStream()).getReader() };
}

test.each(['resolve', 'reject'] as const)('a held response ends when a promise is settled (%s)', async (how) => {
  let settle: () => void = () => {};
  const promise = new Promise<void>((resolve, reject) => (settle = how === 'resolve' ? resolve : reject));
  const { parts } = await ask((response) => {
    holdEnd(response, promise);
    response.write('first');
    response.end('last');
  });
  expect(await parts.read()).toEqual({ done: false, value: 'first' });
  let isOver = false;
  const rest = parts.read().then((part) => {
    isOver = true;
    return part;
  });
  await (await ask((response) => response.end('of another response'))).parts.read();
  expect(isOver).toBe(false);
  settle();
  expect(await rest).toEqual({ done: false, value: 'last' });
  expect(await parts.read()).toMatchObject({ done: true });
});

test('held twice, it ends when both are settled, with its status', async () => {
  const { status, parts } = await ask((response) => {
    holdEnd(response, Promise.resolve());
    holdEnd(response, Promise.resolve());
    response.statusCode = 500;
    response.end('all');
  });
  expect([status, (await parts.read()).value]).toEqual([500, 'all']);
});

test('a response that has ended is left alone', async () => {
  const { parts } = await ask((response) => {
    response.end('all');
    holdEnd(response, new Promise(() => {}));
  });
  expect((await parts.read()).value).toBe('all');
});
