import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { allKinds, hasUrl, kinds, type Kind } from '../../../app/sentry-example-page/kinds';
import { control, eventState, expect, expecting, failedToLoad, redactedServerError, reported } from './fixtures';
import { sampleError, test } from './fixtures';

const readme = join(import.meta.dirname, '../../../README.md');
const table = /(<!-- kinds -->\n)[\s\S]*?(<!-- \/kinds -->)/;

const staying: Kind[] = allKinds.filter(
  (kind) => !hasUrl(kind) && kind !== 'browser-render' && kind !== 'server-action',
);

test.use(expecting(...[401, 403, 404, 500].map(failedToLoad), redactedServerError, sampleError));

test('the table of the README says what every kind really does', async ({ page, application, ingest }) => {
  const rows: string[][] = [];
  for (const kind of allKinds) {
    const logged = application.log.length;
    const arrived = ingest.arrivals.length;
    const status = await make(kind);
    const isReported = reported.includes(kind);
    const where = page.locator(staying.includes(kind) ? `[data-kind="${kind}"] .outcome` : 'main.screen');
    await expect(where).toBeVisible();
    if (isReported) await expect(eventState(where)).toHaveText('sent');
    const lines = application.log.slice(logged).map(({ msg }) => msg);
    const events = ingest.arrivals.slice(arrived).filter(({ event }) => event);
    rows.push([
      `\`${kind}\``,
      status,
      (await page.getByRole('heading', { level: 1 }).innerText()).replace('Check error reporting', 'the page stays'),
      lines.length > 0 ? `\`${lines.join('`, `')}\`` : 'none',
      String(events.length || 'none'),
      isReported ? await eventState(where).innerText() : '',
    ]);
  }

  const text = await readFile(readme, 'utf8');
  const written = [
    ['kind', 'status', 'screen', 'log line', 'events', 'delivered'],
    Array<string>(6).fill('---'),
    ...rows,
  ].map((cells) => `| ${cells.join(' | ')} |`);
  const updated = await prettier.format(text.replace(table, `$1\n${written.join('\n')}\n\n$2`), {
    ...(await prettier.resolveConfig(readme)),
    filepath: readme,
  });
  if (process.env.UPDATE_README === '1') await writeFile(readme, updated);
  expect(await readFile(readme, 'utf8')).toBe(updated);

  async function make(kind: Kind): Promise<string> {
    if (hasUrl(kind)) {
      const response = await page.goto(`/sentry-example-page?fail=${kind}`);
      return String(response?.status());
    }
    await page.goto('/sentry-example-page');
    if (kinds[kind].group !== 'server') {
      await control(page, kind).click();
      return '';
    }
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' || response.url().endsWith(`/${kind}`),
    );
    await control(page, kind).click();
    return String((await answered).status());
  }
});
