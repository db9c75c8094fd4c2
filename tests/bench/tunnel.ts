import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNginx } from '../support/nginx';
import type { Measured } from './comparisons';
import { createArchive, envelopeSizes } from './envelopes';
import { underLoad } from './load';
import { pinned } from './pinned';
import { processorMs } from './processor-time';
import { addFigures } from './rows';
import { startServer } from './server';
import { startCandor } from './sites';
import { startLoadReceiver } from './start-load-receiver';
import { dsn, receiverPort } from './wizard/dsn';

// In one second Candor's tunnel takes 200 envelopes, of them 20 of a client.
const amounts = { warmUp: 50, requests: 150, connections: 4 };

const envelopePath = '/api/1/envelope/?sentry_key=publickey';

/**
 * Posts envelopes of each size to nginx, to a bare route, to Candor's tunnel and to the SDK's handler, which forward them to the same
 * receiver.
 */
export async function measureTunnels(
  { files, rounds }: { files: { sdkTunnel: string; dispatchTunnel: string }; rounds: number },
  measured: Measured['tunnel'],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-tunnel-'));
  const receiver = await startLoadReceiver();
  const servers = {
    nginx: await startNginx(),
    dispatch: await startServer({
      serverFile: files.dispatchTunnel,
      settings: { FORWARD_TO: `http://127.0.0.1:${receiverPort}${envelopePath}` },
    }),
    candor: await startCandor({ dsn, settings: { TRUSTED_PROXY_HOPS: '1' } }),
    sdk: await startServer({ serverFile: files.sdkTunnel, settings: { SENTRY_DSN: dsn } }),
  };
  const names = ['nginx', 'dispatch', 'candor', 'sdk'] as const;
  // Round 0 warms up each server with each size.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [size, bytes] of Object.entries(envelopeSizes)) {
      for (const name of round % 2 ? names : names.toReversed()) {
        const url = `${servers[name].url}/monitoring`;
        const archive = join(folder, `${name}.json`);
        await writeFile(archive, createArchive({ url, dsn, bytes }));
        const { cpu, rps } = await underLoad(servers[name], { url, status: 200, archive, ...amounts });
        if (round > 0) addFigures(measured[name], { cpu, rps }, `${size}-`);
      }
    }
  }
  for (const name of names) await servers[name].end();
  await receiver.end();
  await rm(folder, { recursive: true });
}

/** The least that a tunnel can do: it forwards what it gets. */
async function startNginx() {
  const nginx = await runNginx({
    configure: ({ port }) => `
upstream receiver {
  server 127.0.0.1:${receiverPort};
  keepalive 8;
}
server {
  listen 127.0.0.1:${port};
  client_max_body_size 3m;
  location = /monitoring {
    proxy_pass http://receiver${envelopePath};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
  }
}
`,
    command: (program, args) => pinned('server', args, program),
  });
  return { url: nginx.url, processorMs: () => processorMs(nginx.pid), end: nginx.stop };
}
