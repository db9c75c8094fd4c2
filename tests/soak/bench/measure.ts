import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, dynamic, envelope, failing, home, load, type Asked } from './load';
import { startServer, type Server, type Subject } from './server';
import { meanOfLowest } from './statistics';

/** By subject: one value of each figure for each round. */
export type Figures = Record<string, Record<string, number[]>>;
export type Bench = { node: string; figures: Figures; round: number; by?: 'next start' };

export function note({ figures }: Bench, subject: string, values: Record<string, number>): void {
  for (const [figure, value] of Object.entries(values)) ((figures[subject] ??= {})[figure] ??= []).push(value);
}

const subjects: Subject[] = ['bare', 'candor', 'off', 'enforce', 'wizard10', 'wizard11', 'otel'];

/** In the opposite order every other round, so that what changes with time counts for nothing. */
export const inTurn = <Of>(all: readonly Of[], turn: number) => (turn % 2 ? all : all.toReversed());

export async function withServers(
  bench: Bench,
  started: readonly Subject[],
  work: (servers: Server[]) => Promise<unknown>,
) {
  const outbox = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const servers: Server[] = [];
  try {
    for (const subject of inTurn(started, bench.round))
      servers.push(await startServer(subject, { ...bench, outbox: join(outbox, subject) }));
    await work(servers);
  } finally {
    for (const server of servers) await server.end();
    await rm(outbox, { recursive: true });
  }
}

/** Start, memory after it, and the first failure of a process while a visitor asks for `/` again and again. */
export async function measureStarts(bench: Bench, turn: number): Promise<void> {
  for (const subject of inTurn(subjects, turn))
    await withServers(bench, [subject], async ([server]) => {
      if (!server) return;
      await ask(server, dynamic);
      note(bench, subject, { start: server.startMs, 'memory-start': await server.memoryMb() });
      await pause(1_500);
      const meanwhile: number[] = [];
      let isOver = false;
      const visits = (async () => {
        for (; !isOver; await pause(4)) meanwhile.push(await ask(server, home));
      })();
      const first = await ask(server, failing);
      await pause(500); // What follows a response may hold others back, too.
      isOver = true;
      await visits;
      note(bench, subject, { 'first-failure': first, 'held-back': Math.max(...meanwhile) });
    });
  for (const subject of inTurn(['bare', 'candor', 'enforce'] as const, turn))
    await withServers({ ...bench, by: 'next start' }, [subject], async (servers) => {
      for (const { startMs } of servers) note(bench, subject, { 'next-start': startMs });
    });
}

const blocks = 20;
type Measured = { asked: (subject: Subject) => Asked; warmUp: number; requests: number; settleMs: number; of?: 'all' };
const pages: Record<string, Measured> = {
  home: { asked: () => home, warmUp: 600, requests: 200, settleMs: 0 },
  dynamic: { asked: () => dynamic, warmUp: 200, requests: 60, settleMs: 0 },
  failing: { asked: () => failing, warmUp: 200, requests: 60, settleMs: 200 },
};
/** Candor reports 2,000 failures that are alike, and then one every two seconds. */
const alike = 2_100;

/** Main thread for each page, memory after that, and failures past the budget. */
export function measurePages(bench: Bench): Promise<void> {
  return withServers(bench, subjects, async (servers) => {
    await measureBlocks(bench, servers, pages);
    for (const server of servers) note(bench, server.subject, { 'memory-load': await server.memoryMb() });
    const past = servers.filter(({ subject }) => subject === 'candor' || subject === 'off');
    await measureBlocks(bench, past, { past: { asked: () => failing, warmUp: alike, requests: 60, settleMs: 0 } });
  });
}

/** All threads for an envelope of 1 KiB, which a bare route forwards, and Candor's tunnel. In a second that accepts 200. */
export function measureTunnel(bench: Bench): Promise<void> {
  const asked = (subject: Subject) => envelope(subject === 'bare' ? '/forward' : '/monitoring', 1_024);
  const tunnel: Measured = { asked, warmUp: 100, requests: 100, settleMs: 700, of: 'all' };
  return withServers(bench, ['bare', 'candor'], (servers) => measureBlocks(bench, servers, { tunnel }));
}

/** Processor time for a request, in small blocks of one subject after the other. */
async function measureBlocks(bench: Bench, servers: readonly Server[], measured: Record<string, Measured>) {
  const costs: Record<string, number[]> = {};
  for (const { asked, warmUp, settleMs } of Object.values(measured))
    for (const server of servers) await load(server, warmUp, () => asked(server.subject)).then(() => pause(settleMs));
  for (let block = 0; block < blocks; block += 1)
    for (const [name, { asked, requests, settleMs, of = 'main' }] of Object.entries(measured))
      for (const server of inTurn(servers, block)) {
        const before = await server.processorMs();
        await load(server, requests, () => asked(server.subject));
        await pause(settleMs);
        const after = await server.processorMs();
        (costs[`${server.subject} ${name}`] ??= []).push((after[of] - before[of]) / requests);
      }
  for (const [key, values] of Object.entries(costs)) {
    const [subject = '', name = ''] = key.split(' ');
    note(bench, subject, { [name]: meanOfLowest(values, 0.6) });
  }
}

/** Of twenty requests: 15 of `/`, one dynamic page, two failing ones, and two envelopes of 4 KiB; bare Next gets the pages. */
export async function measureMemory(bench: Bench, requests: number): Promise<void> {
  for (const subject of ['bare', 'candor', 'enforce'] as const)
    await withServers(bench, [subject], async ([server]) => {
      if (!server) return;
      const mixed = (turn: number): Asked => {
        if (turn % 10 === 4 && subject !== 'bare') return envelope('/monitoring', 4_096);
        return turn % 10 === 9 ? failing : turn % 20 === 12 ? dynamic : home;
      };
      await load(server, requests, mixed);
      await pause(5_000);
      note(bench, subject, { 'memory-mixed': await server.memoryMb() });
    });
}
