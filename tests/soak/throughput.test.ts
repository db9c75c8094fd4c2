import { handleTunnelRequest } from '@sentry/core';
import { expect, test } from 'vitest';
import { createRelay } from '../../candor/src/delivery/relay';
import { startFakeIngest } from '../support/fake-ingest';
import { createFastTunnel } from './create-tunnel';
import { median } from './load';
import { isLong } from './size';

const rounds = isLong ? 7 : 3;
const concurrency = 8;

type Tunnel = (request: Request) => Promise<Response>;

// The short form's few requests do not measure, and other steps run beside it; work that grows faster than the envelope would
// show. Of the largest event the tunnel parses 1 MiB of JSON, which the SDK's does not read.
for (const { size, requests, atLeast } of [
  { size: 1024, requests: isLong ? 2_000 : 200, atLeast: isLong ? 1 : 0.25 },
  { size: 64 * 1024, requests: isLong ? 500 : 100, atLeast: isLong ? 1 : 0.25 },
  { size: 1024 * 1024, requests: isLong ? 100 : 20, atLeast: isLong ? 0.5 : 0.2 },
]) {
  test(`envelopes of ${size / 1024} KiB pass this tunnel at least ${atLeast} times as fast as the SDK's`, async () => {
    const ingest = await startFakeIngest({ isKeeping: false });
    const relay = createRelay({ timeoutMs: 5_000 });
    const limits = { bytes: 1e9, envelopes: 1e6 };
    const ours = await createFastTunnel({ dsn: ingest.dsn, relay, limits, trustedProxyHops: 0 });
    const theirs: Tunnel = (request) => handleTunnelRequest({ request, allowedDsns: [ingest.dsn] });
    const event = `{"message":"${'x'.repeat(size - 14)}"}`;
    const body = `{"event_id":"${'a'.repeat(32)}","dsn":"${ingest.dsn}"}\n{"type":"event","length":${size}}\n${event}`;

    const measured = { ours: [] as Measure[], theirs: [] as Measure[] };
    for (let round = 0; round < rounds; round += 1) {
      measured.ours.push(await measure(ours, body, requests));
      measured.theirs.push(await measure(theirs, body, requests));
    }
    const ratio = (figure: keyof Measure) =>
      median(measured.ours.map((one) => one[figure])) / median(measured.theirs.map((one) => one[figure]));
    const [throughput, p99] = [ratio('perSecond'), ratio('p99')];
    const figures = `${throughput.toFixed(2)} times the SDK's throughput, ${p99.toFixed(2)} times its p99`;
    console.log(`${size / 1024} KiB: ${figures}`);
    expect(throughput).toBeGreaterThan(atLeast);
    await ingest.close();
  });
}

type Measure = { perSecond: number; p99: number };

async function measure(tunnel: Tunnel, body: string, requests: number): Promise<Measure> {
  const times: number[] = [];
  const from = performance.now();
  let started = 0;
  async function send() {
    while (started++ < requests) {
      const begin = performance.now();
      const response = await tunnel(new Request('http://localhost/monitoring', { method: 'POST', body }));
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      times.push(performance.now() - begin);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, send));
  const seconds = (performance.now() - from) / 1000;
  times.sort((one, other) => one - other);
  return { perSecond: requests / seconds, p99: times[Math.floor(requests * 0.99)] ?? NaN };
}
