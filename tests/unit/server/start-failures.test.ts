import { expect, test } from 'vitest';
import type { Envelope } from '@sentry/core';
import type { SdkOptions } from '../../../candor/src/shared/define-sdk-options';
import type { EventSink } from '../../../candor/src/server/capture';
import { startEdgeSdk } from '../../../candor/src/server/edge-sdk';
import { createLog } from '../../../candor/src/server/log';
import { startServerSdk } from '../../../candor/src/server/sdk';
import { readSettings } from '../../../candor/src/server/settings';
import { startFailures } from '../../../candor/src/server/start-failures';
import { createServerTransport } from '../../../candor/src/server/transport';
import { waitUntil } from '../../support/wait-until';
import { aRequest } from './set-up-failure-reporter';

const settings = readSettings({ SENTRY_DSN: 'http://publickey@127.0.0.1:1/42' });

/** A runtime with these options of a team: its lines, the events that it sends, and those that it drops. */
async function setUp(options: SdkOptions, startSdk = startServerSdk as Parameters<typeof startFailures>[0]) {
  const lines: Record<string, unknown>[] = [];
  const sent: Record<string, unknown>[] = [];
  const dropped: [string, string][] = [];
  const drop = (...event: [string, string]) => void dropped.push(event);
  const submit = async () => undefined as never;
  const transport = createServerTransport({ submit, drop });
  const send = transport.send;
  transport.send = (envelope: Envelope) => {
    sent.push(envelope[1][0]?.[1] as unknown as Record<string, unknown>);
    return send(envelope);
  };
  const sink: EventSink = { transport, delivery: { trackCapture: (_, capture) => capture(), countDropped: drop } };
  const log = createLog((line) => void lines.push(JSON.parse(line) as Record<string, unknown>));
  const failures = await startFailures(startSdk, settings, log, sink, options);
  const fail = (error: Error) => failures.requestFailed(error, aRequest());
  return { lines, sent, dropped, fail };
}

test.each([
  ['server', startServerSdk],
  ['edge', startEdgeSdk],
])(
  'release and tags of a team are on the events of the runtime %s, and the release on its lines',
  async (_, startSdk) => {
    const { lines, sent, fail } = await setUp({ release: 'of the team', tags: { team: 'shop' } }, startSdk);
    await fail(new Error('broken'));
    const event = await waitUntil('the event', () => sent[0]);
    expect(event).toMatchObject({ release: 'of the team', tags: { team: 'shop', route: '/[slug]' } });
    expect(lines).toMatchObject([{ msg: 'request failed', release: 'of the team', digest: event.event_id }]);
  },
);

test('an error that is ignored has its line and its digest, and its event is dropped for that reason', async () => {
  const { lines, sent, dropped, fail } = await setUp({ ignoreErrors: [/^RangeError: of no/] });
  await fail(new RangeError('of no interest'));
  await fail(new Error('broken'));
  await waitUntil('the next event', () => sent[0]);
  expect(sent).toMatchObject([{ exception: { values: [{ value: 'broken' }] } }]);
  expect(lines).toMatchObject([{ error: { message: 'of no interest' } }, { error: { message: 'broken' } }]);
  expect(dropped).toEqual([[lines[0]?.digest, 'it matches ignoreErrors']]);
});

test('what beforeSend adds is scrubbed, and what it drops is counted', async () => {
  const { sent, dropped, lines, fail } = await setUp({
    beforeSend: (event, { originalException }) =>
      originalException instanceof RangeError ? null : { ...event, extra: { note: 'password=hunter2' } },
  });
  await fail(new RangeError('dropped'));
  await fail(new Error('kept'));
  await waitUntil('the event', () => sent[0]);
  expect(sent).toMatchObject([{ extra: { note: 'password=[masked]' } }]);
  expect(dropped).toEqual([[lines[0]?.digest, 'beforeSend dropped it']]);
});

test('events go without a beforeSend that throws, and one line says so', async () => {
  const { lines, sent, fail } = await setUp({
    beforeSend: () => {
      throw new Error('of the team');
    },
  });
  for (const message of ['first', 'second']) await fail(new Error(message));
  await waitUntil('both events', () => sent.length === 2);
  const warnings = lines.filter(({ msg }) => msg === 'sdk option failed');
  expect(warnings).toMatchObject([{ level: 'warn', option: 'beforeSend', error: { message: 'of the team' } }]);
});
