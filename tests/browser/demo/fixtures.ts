import { allKinds, kinds } from '../../../app/sentry-example-page/kinds';
import { standalone } from '../../support/application';
import { test as base } from '../fixtures';

export * from '../fixtures';

/** Tests of this application's own pages, as `npm run build` has built them. */
export const test = base.extend<object, object>({
  folder: [async ({}, provide) => provide(standalone.own), { scope: 'worker' }],
  failingPage: async ({}, provide) => provide('/sentry-example-page'),
});

/** The kinds that make an event. */
export const reported = allKinds.filter(
  (kind) => kinds[kind].group !== 'expected' && kind !== 'server-action-ok' && kind !== 'browser-offline',
);

/** The kinds whose in-page check makes an event. */
export const reportedInPage = reported.filter((kind) => kind !== 'browser-render');
