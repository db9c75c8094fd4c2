import { waitUntil } from '../support/wait-until';
import { load, underLoad } from './load';
import { examplePage, failingPage } from './paths';
import { addFigures, type Figures } from './rows';
import type { Server } from './server';
import { deliveryOf } from './sites';
import { startLoadReceiver } from './start-load-receiver';
import { inTurn, startEach, subjects, type Running, type Starts, type Subject } from './subjects';

/** Then every process is replaced by another one, so that no figure depends on how the compiler fared in one of them. */
const roundsOfProcess = 5;
const connections = 4;

type PageLoad = { path: string; status: number; warmUp: number; requests: number; settleMs?: number };
type Page = 'home' | 'example' | 'failing';
const loadOf: Record<Page, PageLoad> = {
  home: { path: '/', status: 200, warmUp: 600, requests: 500 },
  example: { path: examplePage, status: 200, warmUp: 150, requests: 120 },
  // Candor reports 2,000 failures that are alike; one process gets 1,350.
  failing: { path: failingPage, status: 500, warmUp: 150, requests: 120, settleMs: 500 },
};

const withReporting: readonly Subject[] = ['bare', 'candor', 'before', 'wizard'];
const servedBy: Record<Page, readonly Subject[]> = { home: withReporting, example: withReporting, failing: subjects };
/** Have processes that serve nothing but `/`. */
const servingHomeAlone: readonly Subject[] = ['bare', 'candor', 'before'];

type Rounds = { from: number; to: number };
type Measured = Record<Subject, Figures>;

/** Processor time of each page and memory, of processes that have served every page before. */
export async function measureWarmPages(
  starts: Starts,
  rounds: number,
  measured: Measured,
  onRound: (round: number) => void,
): Promise<void> {
  for (let from = 1; from <= rounds; from += roundsOfProcess) {
    await measureProcesses(starts, { from, to: Math.min(rounds, from + roundsOfProcess - 1) }, measured, onRound);
  }
}

async function measureProcesses(
  starts: Starts,
  { from, to }: Rounds,
  measured: Measured,
  onRound: (round: number) => void,
): Promise<void> {
  const receiver = await startLoadReceiver();
  const running = await startEach(starts, subjects);
  for (const page of Object.keys(loadOf) as Page[]) {
    for (const { server } of running) await warmUp(server, page);
  }
  const alone = await startEach(starts, servingHomeAlone);
  for (const { server } of alone) await warmUp(server, 'home');

  for (let round = from; round <= to; round += 1) {
    onRound(round);
    const order = { isReversed: round % 2 === 0 };
    const measure = async (page: Page, ones: Running[], figure: string = page) => {
      for (const { subject, server } of ones) {
        const { main, cpu } = await slice(server, page);
        addFigures(measured[subject], { main, cpu }, `${figure}-`);
      }
    };
    const readMemory = async (figure: string) => {
      for (const { subject, server } of running) addFigures(measured[subject], { [figure]: await server.memoryMb() });
    };
    await measure('home', inTurn(running, servedBy.home, order));
    await measure('home', inTurn(alone, servingHomeAlone, order), 'home-alone');
    await measure('example', inTurn(running, servedBy.example, order));
    await readMemory('memory-load');
    await measure('failing', inTurn(running, servedBy.failing, order));
    await readMemory('memory-failing');
    for (const { subject, server } of running) if (isReporting(subject)) await allDelivered(server);
  }
  for (const { server } of alone) await server.end();
  for (const { subject, server } of running) if (!withReporting.includes(subject)) await server.end();

  await receiver.hang();
  for (let round = from; round <= to; round += 1) {
    for (const { subject, server } of inTurn(running, withReporting, { isReversed: round % 2 === 0 })) {
      const { main, cpu } = await slice(server, 'failing');
      addFigures(measured[subject], { main, cpu }, 'hanging-');
    }
  }
  for (const { subject, server } of running) if (withReporting.includes(subject)) await server.end();
  await receiver.end();
}

function warmUp(server: Server, page: Page) {
  const { path, status, warmUp: requests } = loadOf[page];
  return load({ url: server.url + path, status, requests, connections });
}

function slice(server: Server, page: Page) {
  const { path, ...rest } = loadOf[page];
  return underLoad(server, { ...rest, url: server.url + path, connections, warmUp: 0 });
}

const isReporting = (subject: Subject) => ['candor', 'withoutMaps', 'before'].includes(subject);

/** Otherwise it would go on sending while the next one is measured, or would have made fewer events than failures. */
async function allDelivered(server: Server): Promise<void> {
  await waitUntil('the outbox to be empty', async () => (await deliveryOf(server)).queued === 0, 60_000);
  const { dropped } = await deliveryOf(server);
  if (Object.keys(dropped).length > 0) throw new Error(`Dropped: ${JSON.stringify(dropped)}`);
}
