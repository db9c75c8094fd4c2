import {
  example,
  fail,
  failInBrowser,
  goToExample,
  goToExampleWhileDown,
  press,
  runChecks,
  sendWords,
  succeed,
} from './reach-screen';
import type { Screen } from './visit-screen';

const ofExample = { heading: 'Check error reporting' };
const variant = { ...ofExample, isLikeAnotherBelow: true } as const;
const applicationError = { heading: 'Something went wrong', tellsOf: 'failure' } as const;
const withReference = { ...applicationError, printed: 'reference' } as const;
const notFound = { heading: 'Page not found', tellsOf: 'failure' } as const;
const forbidden = { heading: 'You may not see this page', tellsOf: 'failure' } as const;
const unauthorized = { heading: 'Not recognised', tellsOf: 'failure' } as const;
const limited = { heading: 'Enough failures for now', tellsOf: 'failure', server: 'limited' } as const;
const withoutScripts = { withoutScripts: true } as const;

/** Every page and every screen there is, in the order in which a reader may want to see them. */
export const screens: Screen[] = [
  { name: 'home', heading: /./, screenshots: ['desktop-light', 'phone-dark'], reach: (page) => page.goto('/') },
  { name: 'example', ...ofExample, printed: 'rows', screenshots: ['desktop-dark', 'phone-light'], reach: goToExample },
  {
    name: 'example-checked',
    ...ofExample,
    printed: 'rows with references',
    screenshots: ['desktop-light'],
    reach: runChecks,
  },
  {
    name: 'example-reporting-off',
    ...variant,
    server: 'off',
    screenshots: ['phone-light'],
    reach: (page) => page.goto(example),
  },
  {
    name: 'example-service-down',
    ...variant,
    server: 'down',
    screenshots: ['desktop-dark'],
    reach: goToExampleWhileDown,
  },
  {
    name: 'example-unknown-kind',
    ...variant,
    screenshots: ['phone-dark'],
    reach: (page) => goToExample(page, '?fail=no-such-kind'),
  },
  { name: 'example-press-its-button', ...variant, reach: (page) => goToExample(page, '?fail=browser-error') },
  {
    name: 'server-side',
    ...withReference,
    screenshots: ['desktop-light', 'phone-dark'],
    reach: (page) => fail(page, 'server-render'),
  },
  { name: 'server-side-streamed', ...withReference, reach: (page) => fail(page, 'server-stream') },
  { name: 'client-side', ...withReference, screenshots: ['phone-light'], reach: failInBrowser },
  { name: 'words-sent', ...withReference, screenshots: ['desktop-light'], reach: sendWords },
  {
    name: 'reporting-off',
    ...withReference,
    server: 'off',
    screenshots: ['phone-dark'],
    reach: (page) => fail(page, 'server-render', 'off'),
  },
  {
    name: 'queued',
    ...withReference,
    server: 'down',
    screenshots: ['desktop-dark'],
    reach: (page) => fail(page, 'server-render', 'queued'),
  },
  { name: 'not-found', ...notFound, screenshots: ['desktop-light'], reach: (page) => page.goto('/no/such/page') },
  {
    name: 'forbidden',
    ...forbidden,
    screenshots: ['phone-dark'],
    reach: (page) => page.goto(`${example}?fail=forbidden`),
  },
  { name: 'unauthorized', ...unauthorized, reach: (page) => page.goto(`${example}?fail=unauthorized`) },
  {
    name: 'limit-reached',
    ...limited,
    screenshots: ['phone-light'],
    reach: (page) => page.goto(`${example}?fail=server-render`),
  },
  {
    name: 'home-no-js',
    heading: /./,
    ...withoutScripts,
    screenshots: ['phone-light'],
    reach: (page) => page.goto('/'),
  },
  {
    name: 'example-no-js',
    ...ofExample,
    printed: 'rows',
    ...withoutScripts,
    screenshots: ['desktop-dark'],
    reach: goToExample,
  },
  { name: 'action-succeeded-no-js', ...ofExample, ...withoutScripts, screenshots: ['phone-dark'], reach: succeed },
  {
    name: 'server-side-no-js',
    ...withReference,
    ...withoutScripts,
    screenshots: ['desktop-dark'],
    reach: (page) => page.goto(`${example}?fail=server-render`),
  },
  {
    name: 'server-side-streamed-no-js',
    ...variant,
    ...withoutScripts,
    screenshots: ['phone-light'],
    reach: (page) => goToExample(page, '?fail=server-stream'),
  },
  {
    name: 'last-resort-no-js',
    ...withReference,
    ...withoutScripts,
    screenshots: ['desktop-light'],
    reach: (page) => press(page, 'server-action'),
  },
  { name: 'not-found-no-js', ...notFound, ...withoutScripts, reach: (page) => page.goto('/no/such/page') },
  {
    name: 'not-found-on-purpose-no-js',
    ...notFound,
    ...withoutScripts,
    screenshots: ['phone-light'],
    reach: (page) => press(page, 'not-found'),
  },
  { name: 'forbidden-no-js', ...forbidden, ...withoutScripts, reach: (page) => press(page, 'forbidden') },
  { name: 'unauthorized-no-js', ...unauthorized, ...withoutScripts, reach: (page) => press(page, 'unauthorized') },
  {
    name: 'limit-reached-no-js',
    ...limited,
    ...withoutScripts,
    screenshots: ['desktop-dark'],
    reach: (page) => press(page, 'server-action'),
  },
];
