import { allKinds, kinds } from '../../../app/sentry-example-page/kinds';
import { standalone } from '../../support/application';
import { test as base } from '../fixtures';

export * from '../fixtures';

/** Tests of this application's own pages, as `npm run build` has built them. */
export const test = base.extend<object, object>({
  folder: [async ({}, provide) => provide(standalone.own), { scope: 'worker' }],
  failingPage: async ({}, provide) => provide('/sentry-example-page'),
});

export const reported = allKinds.filter(
  (kind) => kinds[kind].group !== 'expected' && kind !== 'server-action-ok' && kind !== 'browser-offline',
);

export const reportedInPage = reported.filter((kind) => kind !== 'browser-render');
