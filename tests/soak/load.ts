import { setTimeout as pass } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { startApplication, type LogLine } from '../support/application';
import { accept, faults, type FakeIngest } from '../support/fake-ingest';
import { newId } from '../unit/outbox/redis/set-up-shared';
import { isLong, killsOfLong } from './size';

export const senders = 6;

/** Of 30 kills on there are more events than an outbox keeps while the service only fails. */
const overflows = isLong && killsOfLong >= 30;

/** The application, until the test ends. */
export async function startTested(settings: Record<string, string>) {
  const application = await startApplication(settings);
  onTestFinished(() => application.stop());
  return application;
}

export function newEnvelope() {
  const id = newId();
  const body = `{"event_id":"${id}","sent_at":"2026-01-01T00:00:00.000Z"}\n{"type":"event"}\n{"event_id":"${id}"}`;
  return { id, body };
}

/** Posts an envelope until there is a response, as a browser does, and gives back its id. */
export async function postEnvelope(url: () => string): Promise<string> {
  const { id, body } = newEnvelope();
  for (;;) {
    const status = await statusOf(`${url()}/monitoring`, { method: 'POST', body });
    if (status === 200 || status === 202) return id;
    await pass(50);
  }
}

/** `undefined`: no response, since the process was killed. */
export async function statusOf(url: string, init?: RequestInit): Promise<number | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

/** Has the service fail in every way in turn, for so long each, until `isOver`; it accepts in between where an outbox would overflow. */
export async function breakService(ingest: FakeIngest, faultMs: number, isOver: () => boolean) {
  const names = ['closed', ...Object.keys(faults)];
  for (let turn = 0; turn < names.length || !isOver(); turn += 1) {
    const name = names[turn % names.length] ?? 'closed';
    if (name === 'closed') await ingest.close();
    else ingest.answer(faults[name] ?? accept);
    await pass(faultMs);
    if (name === 'closed') await ingest.open();
    if (!overflows) continue;
    ingest.answer(accept);
    await pass(faultMs);
  }
}

/** The ids of the events that these lines say are reported. */
export const digestsIn = (log: LogLine[]) =>
  log.flatMap(({ msg, digest }) => (msg === 'request failed' && digest ? [digest] : []));

/** The ids of the events that these lines name as dropped, where more are made than an outbox keeps. */
export const droppedIn = (log: LogLine[]) =>
  log.flatMap(({ msg, events = [] }) => (overflows && msg === 'outbox full' ? (events as string[]) : []));

export const idsAt = ({ accepted }: FakeIngest) => accepted.map(({ header }) => String(header.event_id));

/** Logs the figures of a load, and gives back how many events have arrived twice. */
export function countDuplicates(ingest: FakeIngest, acknowledged: number, logged: number) {
  const arrived = new Set(idsAt(ingest)).size;
  const duplicates = idsAt(ingest).length - arrived;
  console.log(`${acknowledged} acknowledged, ${logged} logged, ${arrived} arrived, ${duplicates} twice`);
  return { duplicates, arrived };
}
