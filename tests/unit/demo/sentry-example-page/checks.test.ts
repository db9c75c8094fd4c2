// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { checks } from '../../../../app/sentry-example-page/checks';
import { allKinds } from '../../../../app/sentry-example-page/kinds';

vi.mock('../../../../app/sentry-example-page/actions'); // Server Actions.

test('every kind has an in-page check, in the order of the page, but for the one that replaces the page', () => {
  expect(checks.map(({ kind }) => kind)).toEqual(allKinds.filter((kind) => kind !== 'browser-render'));
});
