import type { Page } from 'playwright/test';
import { example, fail, failInBrowser, goToExample, press, runChecks, sendWords, succeed } from './reach-screen';
import type { Screen } from './visit-screen';

const open = (path: string) => (page: Page) => page.goto(path);
const openFailing = (kind: string) => open(`${example}?fail=${kind}`);
const goToExampleWith = (kind: string) => (page: Page) => goToExample(page, `?fail=${kind}`);
const failWith = (kind: string, state?: string) => (page: Page) => fail(page, kind, state);
const pressOf = (kind: string) => (page: Page) => press(page, kind);

const ofExample = { heading: 'Check error reporting' };
const ofChecked = { ...ofExample, printed: 'rows with references' } as const;
const variant = { ...ofExample, isLikeAnotherBelow: true } as const;
const ofError = { heading: 'Something went wrong', tellsOf: 'failure', printed: 'reference' } as const;
const notFound = { heading: 'Page not found', tellsOf: 'failure' } as const;
const limited = { heading: 'Enough failures for now', tellsOf: 'failure', server: 'limited' } as const;

const withScripts: Screen[] = [
  { name: 'home', heading: /./, screenshots: ['desktop-light', 'phone-dark'], reach: open('/') },
  { name: 'example', ...ofExample, printed: 'rows', screenshots: ['desktop-dark', 'phone-light'], reach: goToExample },
  { name: 'example-checked', ...ofChecked, screenshots: ['desktop-light'], reach: runChecks },
  { name: 'server-side', ...ofError, screenshots: ['desktop-light', 'phone-dark'], reach: failWith('server-render') },
  { name: 'client-side', ...ofError, screenshots: ['phone-light'], reach: failInBrowser },
  { name: 'words-sent', ...ofError, screenshots: ['desktop-light'], reach: sendWords },
  {
    name: 'queued',
    ...ofError,
    server: 'down',
    screenshots: ['desktop-dark'],
    reach: failWith('server-render', 'queued'),
  },
  { name: 'not-found', ...notFound, screenshots: ['desktop-light'], reach: open('/no/such/page') },
  { name: 'limit-reached', ...limited, screenshots: ['phone-light'], reach: openFailing('server-render') },
];

const withoutScripts: Screen[] = [
  { name: 'home', heading: /./, screenshots: ['phone-light'], reach: open('/') },
  { name: 'example', ...ofExample, printed: 'rows', screenshots: ['desktop-dark'], reach: goToExample },
  { name: 'action-succeeded', ...ofExample, screenshots: ['phone-dark'], reach: succeed },
  { name: 'server-side', ...ofError, screenshots: ['desktop-dark'], reach: openFailing('server-render') },
  { name: 'server-side-streamed', ...variant, screenshots: ['phone-light'], reach: goToExampleWith('server-stream') },
  { name: 'last-resort', ...ofError, screenshots: ['desktop-light'], reach: pressOf('server-action') },
  { name: 'not-found-on-purpose', ...notFound, screenshots: ['phone-light'], reach: pressOf('not-found') },
  { name: 'limit-reached', ...limited, screenshots: ['desktop-dark'], reach: pressOf('server-action') },
];

/** Every page and every screen there is, in the order in which a reader may want to see them. */
export const screens: Screen[] = [
  ...withScripts,
  ...withoutScripts.map((screen) => ({ ...screen, name: `${screen.name}-no-js`, withoutScripts: true }) as const),
];
