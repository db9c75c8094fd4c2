import type { LogLine } from '../support/application';
import { startWebKit, type WebKit } from '../support/webkit';
import { expect, test as base } from './fixtures';

type TestFixtures = {
  /** WebKitGTK, with the one window that the tests of a worker share. Where it cannot be started the test is skipped. */
  webKit: WebKit;
  /**
   * The violations of the policy that WebKit has posted to the application of this worker. To have them all, one more is made and
   * waited for.
   */
  violations: () => Promise<LogLine[]>;
};
type WorkerFixtures = { startedWebKit: WebKit | { missing: string } };

/** Tests in WebKitGTK, without a page of Playwright, which cannot drive it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  startedWebKit: [
    async ({}, provide) => {
      const started = await startWebKit().catch((error: unknown) => ({
        missing: `WebKitGTK cannot be started: sudo apt-get install webkit2gtk-driver xvfb (${String(error)})`,
      }));
      await provide(started);
      if ('end' in started) await started.end();
    },
    { scope: 'worker' },
  ],
  webKit: async ({ startedWebKit }, provide, testInfo) => {
    if ('missing' in startedWebKit) return testInfo.skip(true, startedWebKit.missing);
    await provide(startedWebKit);
    if (testInfo.status === testInfo.expectedStatus) return;
    await testInfo.attach('what the window shows', {
      body: await startedWebKit.screenshot(),
      contentType: 'image/png',
    });
  },
  violations: async ({ webKit, application }, provide) => {
    await provide(async () => {
      const blocked = 'https://made-on-purpose.invalid';
      await webKit.goto(application.url);
      await webKit.evaluate((url) => void (document.createElement('img').src = url), blocked);
      const isMade = (line: LogLine) => String(line.blocked).startsWith(blocked);
      await application.waitForLog(isMade);
      return application.log.filter((line) => line.msg === 'browser report' && !isMade(line));
    });
  },
});

/** The selector of the control that makes this kind of failure. */
export const controlOf = (kind: string) =>
  `//*[@data-kind="${kind}"]//*[(self::button or self::a) and not(ancestor::*[contains(@class, "outcome")])]`;

export const button = (name: string) => `//button[normalize-space()="${name}"]`;

/** Waits until the page, or the part of it with this selector, shows such a text. Gives back all that it shows. */
export async function shown(webKit: WebKit, text: string | RegExp, within = 'body'): Promise<string> {
  const read = () => webKit.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.innerText, within);
  let all: string | undefined;
  const pattern = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
  await expect.poll(async () => (all = await read())).toEqual(pattern as unknown);
  return all ?? '';
}

/** Waits until there is such a reference to an event that is sent, and gives it back. */
export async function sentReference(webKit: WebKit, label: 'Digest' | 'Event', within = 'body'): Promise<string> {
  const isSent = () =>
    webKit.evaluate((selector) => document.querySelector(selector) !== null, `${within} [data-state="sent"]`);
  await expect.poll(isSent, 'the event is sent').toBe(true);
  const reference = new RegExp(`\\b${label}: ([0-9a-f]{32})\\b`);
  return reference.exec(await shown(webKit, reference, within))?.[1] ?? '';
}
