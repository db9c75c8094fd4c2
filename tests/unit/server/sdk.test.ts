import type { Transport } from '@sentry/core';
import { expect, test } from 'vitest';
import { newEventId } from '../../../candor/digest';
import { startServerSdk } from '../../../candor/server/sdk';
import { waitUntil } from '../../support/wait-until';

type SentEvent = { event_id: string; [field: string]: unknown };

function setUp() {
  const sent: SentEvent[] = [];
  const transport: Transport = {
    send: async ([, items]) => {
      sent.push(items[0]?.[1] as unknown as SentEvent);
      return {};
    },
    flush: () => Promise.resolve(true),
  };
  const capture = startServerSdk({
    dsn: 'http://publickey@127.0.0.1:1/42',
    environment: 'staging',
    transport: () => transport,
  });
  return { sent, capture };
}

test('makes an event with the visitor’s reference as its id, with the request and without the visitor', async () => {
  const { sent, capture } = setUp();
  const eventId = newEventId();
  const request = { method: 'GET', url: '/a' };
  void capture(new TypeError('broken'), eventId, { transaction: 'GET /[slug]', tags: { route: '/[slug]' }, request });
  const event = await waitUntil('the event', () => sent[0]);
  expect(event).toMatchObject({
    event_id: eventId,
    environment: 'staging',
    transaction: 'GET /[slug]',
    tags: { route: '/[slug]' },
    request,
    sdk: { name: 'sentry.javascript.nextjs' },
    exception: {
      values: [{ type: 'TypeError', value: 'broken', mechanism: { handled: false, type: 'candor' } }],
    },
  });
  expect(event.user).toBeUndefined();
});

test('makes an event for each of many failures at once', async () => {
  const { sent, capture } = setUp();
  const ids = Array.from({ length: 200 }, newEventId);
  for (const id of ids) void capture(new Error(id), id, { transaction: 'GET /', tags: {} });
  await waitUntil('all of them', () => sent.length === ids.length, 4_000);
  expect(new Set(sent.map(({ event_id }) => event_id))).toEqual(new Set(ids));
});
