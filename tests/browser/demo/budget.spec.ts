import { expect, test } from './fixtures';
import { loadPage, type Fetched } from './page-load';

test('the home page loads no font, nothing from elsewhere, and under 12 kB of HTML', async ({ page, application }) => {
  const fetched = await loadPage(page, '/');
  const named = (those: Fetched[]) => those.map(({ url }) => url);
  expect(named(fetched)).toContain(`${application.url}/`);
  expect(named(fetched.filter(({ url }) => new URL(url).origin !== application.url))).toEqual([]);
  expect(named(fetched.filter(({ type }) => type === 'font'))).toEqual([]);
  expect(fetched[0]).toMatchObject({ type: 'document' });
  expect(fetched[0]?.bodyBytes).toBeLessThan(12_000);
});

// None reads layout or storage, so none can become a long task. All else that the starter does until then is assignments.
test('until the load event the starter makes nine calls into the browser', async ({ page, request }) => {
  await page.addInitScript(recordCalls);
  await page.goto('/', { waitUntil: 'load' });
  const calls = await page.evaluate(() => (window as unknown as { calls: { call: string; from: string }[] }).calls);
  const starters: string[] = [];
  for (const chunk of new Set(calls.map(({ from }) => from)))
    if (chunk && (await (await request.get(chunk)).text()).includes('candor.browser-reporter')) starters.push(chunk);
  expect(
    calls
      .filter(({ from }) => starters.includes(from))
      .map(({ call }) => call)
      .sort(),
  ).toEqual([
    'addEventListener click',
    ...['addEventListener error', 'addEventListener error'], // Of the page's own, and of its chunks.
    ...['addEventListener keydown', 'addEventListener pagehide', 'addEventListener pointerdown'],
    'addEventListener unhandledrejection',
    'createElement p', // The notice for a page without a network, where no code for it could be loaded.
    'setTimeout 2000',
  ]);
});

/**
 * Runs in the page before its scripts. Keeps each call until the load event, with its first argument, or the time of a timer, and
 * the chunk that it is from.
 */
function recordCalls() {
  const calls: { call: string; from: string }[] = [];
  Object.assign(window, { calls });
  const record = (object: object, at: number, ...names: string[]) => {
    const methods = object as Record<string, (...all: unknown[]) => unknown>;
    for (const name of names) {
      const own = methods[name]!;
      methods[name] = function (this: unknown, ...all: unknown[]) {
        const [from = ''] = /[^(\s]+\/chunks\/[^:)\s]+/.exec(new Error().stack?.split('\n')[2] ?? '') ?? [];
        if (document.readyState !== 'complete') calls.push({ call: `${name} ${String(all[at])}`, from });
        return own.apply(this, all);
      };
    }
  };
  record(EventTarget.prototype, 0, 'addEventListener');
  record(window, 1, 'setTimeout', 'setInterval');
  record(window, 0, 'fetch', 'requestAnimationFrame', 'requestIdleCallback', 'matchMedia', 'getComputedStyle');
  record(Document.prototype, 0, 'createElement', 'querySelector', 'querySelectorAll');
  record(Storage.prototype, 0, 'getItem', 'setItem', 'key');
  record(Element.prototype, 0, 'getBoundingClientRect');
}
