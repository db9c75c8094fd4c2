// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyButton } from '../../../candor/screens/copy-button';
import { takeConsole } from '../../support/quiet-console';

afterEach(cleanup);

test('copies the reference to the clipboard and says so', async () => {
  const user = userEvent.setup();
  render(<CopyButton label="Copy reference" text="Digest: abc" />);
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
  expect(await navigator.clipboard.readText()).toBe('Digest: abc');
  expect(screen.getByRole('status').textContent).toBe('Copied.');
});

test('asks the visitor to select the text where the clipboard is denied', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  render(<CopyButton label="Copy reference" text="Digest: abc" />);
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
  expect(takeConsole('warn')).toEqual([expect.stringContaining('The clipboard cannot be used.')]);
  expect(screen.getByRole('status').textContent).toBe('This browser does not let the page copy: select it by hand.');
});

test('is disabled while there is nothing to copy', () => {
  render(<CopyButton label="Copy results" text="" />);
  expect(screen.getByRole('button', { name: 'Copy results' }).hasAttribute('disabled')).toBe(true);
});
