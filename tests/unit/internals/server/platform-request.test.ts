import { afterEach, expect, test } from 'vitest';
import { platformWaitUntil } from '../../../../candor/src/internals/server/platform-request';

const key = Symbol.for('@next/request-context');
const offer = (context: unknown) => Reflect.set(globalThis, key, context);
afterEach(() => Reflect.deleteProperty(globalThis, key));

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no function to ask', {}],
  ['no request', { get: () => undefined }],
  ['no waitUntil', { get: () => ({}) }],
  [
    'an error',
    {
      get: () => {
        throw new Error('outside of a request');
      },
    },
  ],
])('a platform that offers %s offers no waitUntil', (_, context) => {
  offer(context);
  expect(platformWaitUntil()).toBeUndefined();
});

test('the waitUntil of a request is called as its method', () => {
  const request = {
    work: [] as unknown[],
    waitUntil(promise: Promise<unknown>) {
      this.work.push(promise);
    },
  };
  offer({ get: () => request });
  const work = Promise.resolve();
  platformWaitUntil()?.(work);
  expect(request.work).toEqual([work]);
});
