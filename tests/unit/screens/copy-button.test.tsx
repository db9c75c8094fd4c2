// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyButton } from '../../../candor/screens/copy-button';
import { takeConsole } from '../../support/quiet-console';

afterEach(cleanup);

/** Presses the button in a browser that denies the clipboard to scripts. `execCommand` returns `isCopied`. */
async function copyBySelection(isCopied: boolean) {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  let selected: string | undefined;
  const { execCommand } = document;
  document.execCommand = () => {
    const field = document.querySelector('textarea');
    selected = field?.value.slice(field.selectionStart, field.selectionEnd);
    return isCopied;
  };
  render(<CopyButton label="Copy reference" text="Digest: abc" />);
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
  document.execCommand = execCommand;
  expect(takeConsole('warn')).toEqual([expect.stringContaining('The clipboard cannot be used.')]);
  return { selected };
}

test('copies the reference to the clipboard and says so', async () => {
  const user = userEvent.setup();
  render(<CopyButton label="Copy reference" text="Digest: abc" />);
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
  expect(await navigator.clipboard.readText()).toBe('Digest: abc');
  expect(screen.getByRole('status').textContent).toBe('Copied.');
});

test('copies by selection where the clipboard is denied, and leaves nothing in the document', async () => {
  expect(await copyBySelection(true)).toEqual({ selected: 'Digest: abc' });
  expect(screen.getByRole('status').textContent).toBe('Copied.');
  expect(document.querySelector('textarea')).toBeNull();
});

test('asks the visitor to select the text where copying is impossible', async () => {
  await copyBySelection(false);
  expect(screen.getByRole('status').textContent).toBe('This browser does not let the page copy: select it by hand.');
});

test('is disabled while there is nothing to copy', () => {
  render(<CopyButton label="Copy results" text="" />);
  expect(screen.getByRole('button', { name: 'Copy results' }).hasAttribute('disabled')).toBe(true);
});
