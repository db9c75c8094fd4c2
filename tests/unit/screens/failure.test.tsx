// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FailureDetails } from '../../../candor/screens/failure';
import { Screen } from '../../../candor/screens/screen';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';

vi.mock('../../../candor/screens/report', () => {
  throw new Error('no such chunk');
});

const digest = '0123456789abcdef0123456789abcdef';

test('a part that cannot be loaded is left out with a warning, and the screen is there without it', async () => {
  render(<FailureDetails Frame={Screen} thrown={Object.assign(new Error('redacted'), { digest })} retry={() => {}} />);
  const before = screen.getByRole('main').textContent;
  expect(before).toContain(`Digest: ${digest}`);
  await waitUntil('the warning', () => takeConsole('warn')[0]);
  expect(screen.getByRole('main').textContent).toBe(before);
});
