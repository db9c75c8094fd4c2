import { join } from 'node:path';
import type { Application } from '../support/application';
import { rawRequest } from '../support/raw-request';
import { waitUntil } from '../support/wait-until';
import { expect, test } from './fixtures';

// What no machine changes. A change that adds to these numbers changes them here, and says why.

const many = 20;

/** What Candor's code did between two requests for it. */
async function countsOf({ log, signal }: Application) {
  const isCounted = ({ msg }: { msg: string }) => msg === 'counted';
  const before = log.filter(isCounted).length;
  signal('SIGUSR2');
  return waitUntil('the counts', () => log.filter(isCounted)[before]);
}

test('a page that does not fail costs no promise, no timer and no call of the file system', async ({
  start,
  service,
}) => {
  const NODE_OPTIONS = `--import ${join(import.meta.dirname, '../support/count-work.mjs')}`;
  const site = await start({ SENTRY_DSN: service.dsn, NODE_OPTIONS });
  const ask = async (path: string) => expect((await rawRequest(site.url, { path })).status, path).toBe(200);
  for (const path of ['/', '/sentry-example-page']) await ask(path); // What is done once is done.
  const some = expect.any(Number); // A positive control: the start costs some of each.
  expect(await countsOf(site)).toMatchObject({ promises: some, timers: some, 'file calls': some });

  for (const path of ['/', '/sentry-example-page', '/icon.svg']) {
    for (let time = 0; time < many; time += 1) await ask(path);
    const { msg: _, subscribers, ...counts } = await countsOf(site);
    expect(counts, path).toEqual({});
    expect(subscribers).toEqual({
      'http.server.request.start': 1,
      'http.server.response.finish': 1,
      'net.server.socket': 1,
    });
  }
});
