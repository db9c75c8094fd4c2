import { setTimeout as pause } from 'node:timers/promises';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import { openEnvelope } from '../../../candor/src/envelope/envelope';
import { accept, hang, startFakeIngest } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { createEnvelope } from '../envelopes';
import { underLoad } from '../load';
import { createOutboxFolder, deliveryOf, startCandor } from '../sites';
import type { Axis } from './axis';

const envelopeBytes = 5_000;
const load = { status: 500, warmUp: 100, requests: 200, settleMs: 1_000 };

/** Events in the outbox when a server starts; 10,000 are the most that it keeps. They are sent after it has served failing pages, whose events join them. */
export const keptEvents: Axis = {
  title: 'kept events',
  steps: [0, 1_000, 10_000, 100_000],
  figures: [
    { figure: 'start', title: 'start to first response', unit: 'ms', isCharted: true },
    { figure: 'memory', title: 'memory', unit: 'MB', isCharted: true },
    {
      figure: 'cpu',
      title: 'processor time of a failing page, receiver hanging',
      unit: 'ms',
      digits: 1,
      isCharted: true,
    },
    { figure: 'accepted', title: 'of them and its own accepted', unit: '', isMoreBetter: true, isProportional: true },
    { figure: 'sent', title: 'sent when the receiver is back', unit: '/s', isMoreBetter: true },
    { figure: 'sendingCpu', title: 'processor time of one', unit: 'ms', digits: 1 },
  ],
  async measure(count) {
    const receiver = await startFakeIngest({ isKeeping: false });
    receiver.answer(hang);
    const outbox = await createOutboxFolder();
    await fill(outbox, count);
    const server = await startCandor({ dsn: receiver.dsn, outbox });
    const memory = await server.memoryMb();
    const url = `${server.url}/sentry-example-page?fail=server-render`;
    const { cpu } = await underLoad(server, { ...load, url });

    const arrivals: number[] = [];
    const before = await server.processorMs();
    receiver.answer((response) => {
      arrivals.push(performance.now());
      return accept(response);
    });
    await waitUntil('the first kept event', () => arrivals.length > 0, 120_000); // It tries again after a pause.
    const isEmpty = async () => {
      await pause(200); // The server is to send, and not to say how much it has left.
      return (await deliveryOf(server)).queued === 0;
    };
    await waitUntil('the outbox to be empty', isEmpty, 600_000);
    const sendingCpu = ((await server.processorMs()) - before) / arrivals.length;
    const seconds = ((arrivals.at(-1) ?? NaN) - (arrivals[0] ?? NaN)) / 1_000;
    await server.end();
    await receiver.close();
    return {
      start: server.startMs,
      memory,
      cpu,
      accepted: arrivals.length,
      sent: (arrivals.length - 1) / seconds,
      sendingCpu,
    };
  },
};

/** As another process would that shares the outbox. */
async function fill(folder: string, count: number): Promise<void> {
  const outbox = createOutbox(folder, { bytes: 1e9, envelopes: 1e6 });
  for (let kept = 0; kept < count; kept += 1) {
    const envelope = openEnvelope(Buffer.from(createEnvelope({ message: 'Kept.', bytes: envelopeBytes })));
    await outbox.put(envelope, { source: 'server', claimed: false });
  }
}
