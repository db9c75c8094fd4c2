import type { Page } from 'playwright/test';
import { control, eventState, expect } from './fixtures';

/** A page or screen as a visitor meets it, and how it is reached from a new tab. */
export type Screen = {
  name: string;
  heading: string | RegExp;
  isLimited?: true;
  withoutScripts?: true;
  isFailure?: true;
  printed?: 'reference' | 'rows' | 'rows with references';
  /** One of each layout: it has to suit keyboard, screen reader, paper and settings. */
  isChecked?: true;
  isLikeAnotherBelow?: true;
  /** One of each layout in one window and scheme, of the main layouts two; none where another has the layout. */
  screenshots?: `${'phone' | 'desktop'}-${'light' | 'dark'}`[];
  reach: (page: Page) => Promise<unknown>;
};

const example = '/sentry-example-page';
const open = (path: string) => (page: Page) => page.goto(path);

const goToExample =
  (query = '') =>
  async (page: Page) => {
    await page.goto(example + query);
    await expect(page.getByText('No event has been sent from this tab yet.')).toBeVisible();
  };

const press = (kind: string) => async (page: Page) => {
  await page.goto(example);
  await Promise.all([page.waitForEvent('load'), control(page, kind).click()]);
};

async function runChecks(page: Page): Promise<void> {
  await page.goto(example);
  await page.getByRole('button', { name: 'Run all in-page checks' }).click();
  await expect(page.getByText('All in-page checks have run.')).toBeVisible({ timeout: 20_000 });
}

async function failOnServer(page: Page): Promise<void> {
  await page.goto(`${example}?fail=server-render`);
  await expect(eventState(page)).toHaveText('sent');
}

async function failInBrowser(page: Page): Promise<void> {
  await page.goto(example);
  await control(page, 'browser-render').click();
  await expect(eventState(page)).toHaveText('sent');
}

async function sendWords(page: Page): Promise<void> {
  await failInBrowser(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy reference' }).click();
  await page.getByLabel('What were you doing?').fill('I pressed the button.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  await expect(page.getByText('Sent. Thank you.')).toBeVisible();
}

const ofHome = { name: 'home', heading: /./, reach: open('/') };
const ofExample = { heading: 'Check error reporting' };
const ofError = { heading: 'Something went wrong', isFailure: true, printed: 'reference' } as const;
const ofNotFound = { heading: 'Page not found', isFailure: true, isChecked: true } as const;
const ofLimit = { heading: 'Enough failures for now', isFailure: true, isLimited: true, isChecked: true } as const;
const ofRows = { name: 'example', ...ofExample, printed: 'rows', reach: goToExample() } as const;
const ofCheckedRows = { ...ofExample, printed: 'rows with references', isChecked: true } as const;

const withScripts: Screen[] = [
  { ...ofHome, isChecked: true, screenshots: ['desktop-light', 'phone-dark'] },
  { ...ofRows, screenshots: ['desktop-dark', 'phone-light'] },
  { name: 'example-checked', ...ofCheckedRows, screenshots: ['desktop-light'], reach: runChecks },
  {
    name: 'server-side',
    ...ofError,
    isChecked: true,
    screenshots: ['desktop-light', 'phone-dark'],
    reach: failOnServer,
  },
  { name: 'client-side', ...ofError, screenshots: ['phone-light'], reach: failInBrowser },
  { name: 'words-sent', ...ofError, isChecked: true, screenshots: ['desktop-light'], reach: sendWords },
  { name: 'not-found', ...ofNotFound, screenshots: ['desktop-light'], reach: open('/no/such/page') },
  { name: 'limit-reached', ...ofLimit, screenshots: ['phone-light'], reach: open(`${example}?fail=server-render`) },
];

const streamed = { ...ofExample, isLikeAnotherBelow: true, reach: goToExample('?fail=server-stream') } as const;
const opened = { ...ofError, isChecked: true, reach: open(`${example}?fail=server-render`) } as const;

const withoutScripts: Screen[] = [
  { ...ofHome, screenshots: ['phone-light'] },
  { ...ofRows, screenshots: ['desktop-dark'] },
  { name: 'action-succeeded', ...ofExample, screenshots: ['phone-dark'], reach: press('server-action-ok') },
  { name: 'server-side', ...opened, screenshots: ['desktop-dark'] },
  { name: 'server-side-streamed', ...streamed, screenshots: ['phone-light'] },
  { name: 'last-resort', ...ofError, isChecked: true, screenshots: ['desktop-light'], reach: press('server-action') },
  { name: 'not-found-on-purpose', ...ofNotFound, screenshots: ['phone-light'], reach: press('not-found') },
];

/** Every page and every screen there is, in the order in which a reader may want to see them. */
export const screens: Screen[] = [
  ...withScripts,
  ...withoutScripts.map((screen) => ({ ...screen, name: `${screen.name}-no-js`, withoutScripts: true }) as const),
];
