import type { Page } from 'playwright/test';
import { patches, type BrowserPatchName } from '../../candor/src/internals/patches';
import { missingHeader } from '../../candor/src/shared/page-state-headers';
import type { Application } from '../support/application';
import { expect } from './fixtures';

/** What pages say from now on that they lack, in a header of their next envelope. */
export function watchReported(page: Page): string[][] {
  const reported: string[][] = [];
  page.on('request', (request) => {
    const missing = request.headers()[missingHeader.toLowerCase()];
    if (missing !== undefined) reported.push(missing.split(',').sort());
  });
  return reported;
}

/** Expects the line of a patch that a page has reported, and its count. */
export async function expectLogged(application: Application, name: BrowserPatchName): Promise<void> {
  const loses = patches.find((patch) => patch.name === name)?.loses;
  const line = await application.waitForLog(({ patch }) => patch === name);
  expect(line).toMatchObject({ msg: 'patch not in effect', level: 'warn', runtime: 'browser', loses });
  expect(line).toHaveProperty('versions.next', expect.stringMatching(/^\d+\.\d+/));
  const counters = (await (await fetch(`${application.url}/monitoring`)).json()) as { reportedByBrowsers: object };
  expect(counters.reportedByBrowsers).toHaveProperty(name);
}

/** Changes the code of every page that is loaded from now on. */
export async function rewriteChunks(page: Page, rewrite: (text: string) => string): Promise<void> {
  await page.route('**/_next/static/chunks/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: rewrite(await response.text()) });
  });
}
