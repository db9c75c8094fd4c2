import { load, underLoad } from './load';
import { failingPage } from './paths';
import { addFigures, type Figures } from './rows';
import type { Server } from './server';
import { startLoadReceiver } from './start-load-receiver';
import { inTurn, startEach, type Starts } from './subjects';

const flooded = ['off', 'candor', 'beforeOff', 'before'] as const;
export type Flooded = (typeof flooded)[number];

/** As with pages, so that no figure depends on one process alone; what comes before the first of them takes as long as they do. */
const roundsOfProcess = 8;
// Candor reports 2,000 failures that are alike, and then one a second.
const past = 2_100;
// As fast as they are answered: one core serves fewer failing pages than 200 a second.
const slice = { status: 500, connections: 4, requests: 120, settleMs: 300 };

/** Equal failures, after those that are reported. */
export async function measureFlood(
  starts: Starts,
  rounds: number,
  measured: Record<Flooded, Figures>,
  onRound: (round: number) => void,
): Promise<void> {
  const receiver = await startLoadReceiver();
  for (let from = 1; from <= rounds; from += roundsOfProcess) {
    const running = await startEach(starts, flooded);
    const endedAt = new Map<Server, number>();
    for (const { server } of running) {
      await load({ ...slice, url: server.url + failingPage, requests: past });
      endedAt.set(server, performance.now());
    }
    for (let round = from; round < from + roundsOfProcess && round <= rounds; round += 1) {
      onRound(round);
      for (const { subject, server } of inTurn(running, flooded, { isReversed: round % 2 === 0 })) {
        // The others took their turns meanwhile: it would report one failure for each second of them.
        const secondsSince = (performance.now() - (endedAt.get(server) ?? 0)) / 1_000;
        const warmUp = Math.ceil(secondsSince) + 10;
        const { main, cpu } = await underLoad(server, { ...slice, url: server.url + failingPage, warmUp });
        endedAt.set(server, performance.now());
        addFigures(measured[subject], { main, cpu });
      }
    }
    for (const { server } of running) await server.end();
  }
  await receiver.end();
}
