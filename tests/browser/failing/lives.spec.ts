import { startApplication, type LogLine } from '../../support/application';
import { accept, startFakeIngest, type FakeIngest, type Respond } from '../../support/fake-ingest';
import { startOnPlatform } from './platform';
import { redisIsMissing, startRedis } from '../../support/redis';
import { waitUntil } from '../../support/wait-until';
import { expect, test } from './fixtures';

type Platform = Awaited<ReturnType<typeof startOnPlatform>>;
type Life = (platform: Platform, made: Made) => Promise<unknown>;
/** The ids of what has failed: `shown` to a visitor, or `acknowledged` to a browser. The log has the others. */
type Made = { shown: string[]; acknowledged: string[] };

const slow: Respond = (response) => {
  setTimeout(() => accept(response), 1_500);
  return 'accepted';
};

type Weather = 'well' | 'slow' | 'down';
function weatherAt(part: number): Weather {
  if (part >= 0.3 && part < 0.4) return 'slow';
  return part >= 0.4 && part < 0.7 ? 'down' : 'well';
}

/** With 200, the visitor sees nothing of it. */
const fails =
  (path: string, init?: Parameters<Platform['ask']>[1], expected = 500): Life =>
  async (platform, { shown }) => {
    const { status, headers } = await platform.ask(path, init);
    expect(status, path).toBe(expected);
    if (status === 500) shown.push(String(headers['error-digest']));
  };

const isOnlyLogged = (path: string): Life => fails(path, undefined, 200);

const postsEnvelope: Life = async (platform, { acknowledged }) => {
  const id = crypto.randomUUID().replaceAll('-', '');
  const body = `{"event_id":"${id}"}\n{"type":"event"}\n{"message":"of a browser"}`;
  const { status } = await platform.ask('/monitoring', { method: 'POST', body });
  expect([200, 202, 503]).toContain(status);
  if (status !== 503) acknowledged.push(id);
};

/** The clock of a process that wakes up is an hour further. */
const afterAnHour: Life = (platform) => platform.ask('/failing-page', { aheadMs: 3_600_000 });

/** Each life is one request. Without `waitUntil` Next runs no `after()`. */
function livesOf(action: string, { waits }: { waits: boolean }): Life[] {
  return [
    fails('/failing/throws?what=rethrown'),
    fails('/failing/answers'),
    postsEnvelope,
    fails('/failing/proxy?throw'),
    fails('/failing-page', { method: 'POST', headers: { 'Next-Action': action }, body: '[]' }),
    ...(waits ? ['/failing/after?what=a page', '/failing/after/handler?what=a handler'].map(isOnlyLogged) : []),
    isOnlyLogged('/failing/caught?what=reported'),
    fails('/failing/edge'),
    afterAnHour,
  ];
}

const reportedIn = (lines: LogLine[]) =>
  lines.flatMap(({ msg, digest }) => (msg === 'request failed' || msg === 'error reported' ? [digest ?? ''] : []));
const notDelivered = (lines: LogLine[]) =>
  lines.flatMap(({ msg, event }) => (msg === 'event not delivered' ? [event ?? ''] : []));
/** On a busy machine Redis may not reply in time: what only the disk of a process had then is named, and may go with it. */
const mayBeGone = (lines: LogLine[]) => {
  const isUnavailable = lines.some(({ msg }) => msg === 'the shared outbox is unavailable');
  return notDelivered(lines.filter(({ reason }) => isUnavailable && reason === 'its request has ended'));
};
const idsAt = ({ accepted }: FakeIngest) => accepted.map(({ header }) => String(header.event_id));

async function live(count: number, settings: Record<string, string>, { waits }: { waits: boolean }) {
  const ingest = await startFakeIngest();
  // Each has a disk of its own: that of a process goes with it.
  const start = (given: Record<string, string>) => startApplication({ SENTRY_DSN: ingest.dsn, ...settings, ...given });
  const platform = await startOnPlatform(start, { waits });
  const made: Made = { shown: [], acknowledged: [] };
  const known = () => new Set([...made.shown, ...made.acknowledged, ...reportedIn(platform.lines())]);
  const missing = () => [...known()].filter((id) => !idsAt(ingest).includes(id));
  let weather: Weather = 'well';
  async function change(to: Weather) {
    if (to === 'down') await ingest.close();
    else ingest.answer(to === 'slow' ? slow : accept);
    if (weather === 'down') await ingest.open();
    weather = to;
  }
  try {
    const [action = ''] = /[0-9a-f]{42}/.exec((await platform.ask('/failing-page')).text) ?? [];
    const lives = livesOf(action, { waits });
    for (let life = 0; life < count; life += 1) {
      const next = weatherAt(life / count);
      if (next !== weather) await change(next);
      await lives[life % lives.length]?.(platform, made);
      if (life % 8 === 7) await platform.replace();
    }
    await change('well');
    // Requests that wake the process, until everything has left.
    const isEmpty = async () => {
      const { text } = await platform.ask('/monitoring');
      const { queued } = (JSON.parse(text) as { delivery: { queued: number | null } }).delivery;
      const gone = mayBeGone(platform.lines());
      return queued === 0 && (settings.OUTBOX_URL === undefined || missing().every((id) => gone.includes(id)));
    };
    await waitUntil('an empty outbox', isEmpty, 120_000).catch((cause: unknown) => {
      throw new Error(`Did not arrive: ${missing().join(', ')}`, { cause });
    });
  } finally {
    await platform.stop();
    await ingest.close();
  }
  const [arrived, lines] = [idsAt(ingest), platform.lines()];
  const duplicates = arrived.length - new Set(arrived).size;
  return { lost: missing(), gone: mayBeGone(lines), duplicates, made, lines };
}

// The slow service takes longer than a response waits, so that attempts are cut off.
for (const { offers, waits, count, mayArriveTwice } of [
  { offers: 'with waitUntil', waits: true, count: 16, mayArriveTwice: 1 },
  { offers: 'without waitUntil', waits: false, count: 10, mayArriveTwice: 2 },
]) {
  test(`of ${count} lives of one request, ${offers}, every event arrives with Redis, and without it arrives or has a line`, async () => {
    test.setTimeout(600_000);
    const redis = redisIsMissing === undefined ? await startRedis() : undefined;
    // Both at once: a process that is frozen waits most of the time.
    const [shared, own] = await Promise.all([
      redis && live(count, { OUTBOX_URL: redis.url }, { waits }),
      live(count, {}, { waits }),
    ]);
    await redis?.stop();
    for (const run of shared ? [shared, own] : [own]) {
      expect(run.made.shown.length).toBeGreaterThan(count / 3);
      expect(run.duplicates).toBeLessThanOrEqual(mayArriveTwice);
    }
    expect(shared?.lost.filter((id) => !shared.gone.includes(id)) ?? []).toEqual([]);
    const named = new Set(notDelivered(own.lines));
    expect(own.lost.filter((id) => !named.has(id) || own.made.acknowledged.includes(id))).toEqual([]);
  });
}
