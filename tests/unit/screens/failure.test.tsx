// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { eventId, showFailure, withDigest } from './show-failure';
import { screen } from './testing-library';

vi.mock('../../../candor/src/screens/after-failure', () => {
  throw new Error('no such chunk');
});

test('a part that cannot be loaded is left out with a warning, and the screen is there without it', async () => {
  showFailure(withDigest());
  const before = screen.getByRole('main').textContent;
  expect(before).toContain(`Digest: ${eventId}`);
  await waitUntil('the warning', () => takeConsole('warn')[0]);
  expect(screen.getByRole('main').textContent).toBe(before);
});
