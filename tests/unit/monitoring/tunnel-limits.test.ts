import { describe, expect, test } from 'vitest';
import { accept, respondWith } from '../../support/fake-ingest';
import { envelope, openTunnel, stalledBody } from './open-tunnel';
import { unusableFolder } from '../delivery/set-up-delivery';

describe('the budget of browser events', () => {
  test('responds 429 with Retry-After past it, logs one line and sends nothing', async () => {
    const { post, receiver, lines, eventBudget } = await openTunnel({ budget: { perHour: 1 } });
    expect(await post(envelope)).toMatchObject({ status: 200 });
    for (let time = 0; time < 3; time += 1) {
      const { response, status, json } = await post(envelope);
      expect({ status, json }).toEqual({ status: 429, json: { error: 'Browser event limit reached (1 per hour).' } });
      expect(Number(response.headers.get('Retry-After'))).toBe(3_600);
    }
    expect(receiver.arrivals).toHaveLength(1);
    expect(eventBudget.limited()).toBe(3);
    const line = { msg: 'browser events limited', limit: 1, per: 'hour', retryAfterSeconds: 3_600 };
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([expect.objectContaining(line)]);
  });

  test('does not count an invalid envelope, nor one that the service drops', async () => {
    const { post, receiver } = await openTunnel({ budget: { perHour: 1 }, folder: (await unusableFolder()).folder });
    expect(await post('{}')).toMatchObject({ status: 400 });
    receiver.answer(respondWith(403));
    expect(await post(envelope)).toMatchObject({ status: 403 });
    receiver.answer(accept);
    expect(await post(envelope)).toMatchObject({ status: 200 });
    expect(await post(envelope)).toMatchObject({ status: 429 });
  });

  test('does not count an envelope that can be neither sent nor kept', async () => {
    const { folder } = await unusableFolder();
    const { post, eventBudget } = await openTunnel({ budget: { perHour: 1 }, folder, respond: respondWith(503) });
    expect([(await post(envelope)).status, (await post(envelope)).status]).toEqual([503, 503]);
    expect(eventBudget.limited()).toBe(0);
  });

  test('counts an envelope that is kept for later', async () => {
    const { post } = await openTunnel({ budget: { perHour: 1 }, respond: respondWith(503) });
    expect([(await post(envelope)).status, (await post(envelope)).status]).toEqual([202, 429]);
  });
});

describe('too many', () => {
  test('concurrent requests get 429 with Retry-After, until one ends', async () => {
    const { post, receiver } = await openTunnel({ limits: { concurrency: 1 } });
    const { body, breakOff } = stalledBody();
    const posting = post(body);
    const { response, status, json } = await post(envelope);
    expect({ status, json }).toEqual({ status: 429, json: { error: expect.any(String) } });
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(receiver.arrivals).toEqual([]);
    breakOff();
    await posting;
    expect(await post(envelope)).toMatchObject({ status: 200 });
  });

  const forwarded = (addresses: string) => ({ 'X-Forwarded-For': addresses });
  test.each<[string, string[], number[]]>([
    ['one client get 429, and the others do not', ['1.1.1.1', '1.1.1.1', '2.2.2.2'], [200, 429, 200]],
  ])('of %s', async (_, clients, statuses) => {
    const { post } = await openTunnel({ trustedProxyHops: 1, limits: { perClientPerSecond: 1 } });
    const responded: number[] = [];
    for (const addresses of clients) responded.push((await post(envelope, forwarded(addresses))).status);
    expect(responded).toEqual(statuses);
  });

  test('of one client in flight get 429, and leave the other places to others', async () => {
    const { post } = await openTunnel({ trustedProxyHops: 1, limits: { perClientConcurrency: 2 } });
    const bodies = [stalledBody(), stalledBody()];
    const posting = bodies.map(({ body }) => post(body, forwarded('1.1.1.1')));
    expect(await post(envelope, forwarded('1.1.1.1'))).toMatchObject({ status: 429 });
    expect(await post(envelope, forwarded('2.2.2.2'))).toMatchObject({ status: 200 });
    for (const { breakOff } of bodies) breakOff();
    await Promise.all(posting);
    expect(await post(envelope, forwarded('1.1.1.1'))).toMatchObject({ status: 200 });
  });
});

test('a request from another site counts against no limit', async () => {
  const { post } = await openTunnel({ limits: { perSecond: 1 } });
  for (let time = 0; time < 5; time += 1) await post(envelope, { 'Sec-Fetch-Site': 'cross-site' });
  expect(await post(envelope)).toMatchObject({ status: 200 });
});
