import { describe, expect, onTestFinished, test } from 'vitest';
import type { Deployment } from '../../../candor/src/outbox/deployment';
import { createEventBudget } from '../../../candor/src/monitoring/event-budget';
import { createRateLimit } from '../../../candor/src/monitoring/rate-limit';
import { RedisDeployment } from '../../../candor/src/outbox/redis/redis-deployment';
import { RedisLink } from '../../../candor/src/outbox/redis/redis-link';
import { redisIsMissing } from '../../support/redis';
import { newPrefix, redisOfThisFile } from '../outbox/redis/set-up-shared';

describe.skipIf(redisIsMissing)(`limits of a deployment${redisIsMissing ? `, but ${redisIsMissing}` : ''}`, () => {
  const redis = redisOfThisFile();

  /** Ten instances. */
  async function startTen() {
    const prefix = newPrefix();
    const links = await Promise.all(
      Array.from({ length: 10 }, () => RedisLink.open({ url: redis().url, prefix, timeoutMs: 2_000 })),
    );
    onTestFinished(() => links.forEach((link) => link.close()));
    return links.map((link) => new RedisDeployment(link));
  }

  const limits = { perHour: 20, perDay: 30 };
  const budgetsOf = (deployments: Deployment[]) =>
    deployments.map((deployment) => createEventBudget(limits, { name: 'a', deployment }));
  const takenBy = async (budgets: ReturnType<typeof budgetsOf>) => {
    const all = await Promise.all(budgets.flatMap((budget) => [1, 2, 3, 4, 5].map(() => budget.take())));
    return { taken: all.filter((one) => one.state === 'taken'), spent: all.filter((one) => one.state === 'spent') };
  };

  test('ten instances forward no more events of browsers in an hour than one, and one of them says so', async () => {
    const { taken, spent } = await takenBy(budgetsOf(await startTen()));
    expect(taken).toHaveLength(20);
    expect(spent).toHaveLength(30);
    expect(spent[0]).toMatchObject({ limit: 20, per: 'hour' });
    expect(spent.filter(({ isFirst }) => isFirst)).toHaveLength(1);
  });

  test('an event that was not forwarded is given back to all', async () => {
    const deployments = await startTen();
    const budgets = budgetsOf(deployments);
    const { taken } = await takenBy(budgets);
    for (const { refund } of taken) refund();
    await Promise.all(deployments.map((deployment) => deployment.settled()));
    expect((await takenBy(budgets)).taken).toHaveLength(20);
  });

  test('the requests per second of a client are those to all instances, and a rejected one holds no place', async () => {
    const rates = { concurrency: 3, perClientConcurrency: 3, perSecond: 1_000, perClientPerSecond: 2 };
    const instances = (await startTen()).map((deployment) => createRateLimit(rates, { deployment }));
    const admitted = await Promise.all(instances.map((instance) => instance.acquire('one')));
    expect(admitted.filter(Boolean)).toHaveLength(2);
    const another = await Promise.all(instances.map((instance) => instance.acquire('another')));
    expect(another).toContainEqual(expect.any(Function));
  });

  test('without Redis each instance has its own limits', async () => {
    const deployments = await startTen();
    const budgets = budgetsOf(deployments);
    await redis().kill();
    expect((await takenBy(budgets)).taken).toHaveLength(50);
    for (let turn = 0; turn < 3; turn += 1) await takenBy(budgets);
    expect((await takenBy(budgets)).taken).toHaveLength(0);
    await redis().restart();
  });
});
