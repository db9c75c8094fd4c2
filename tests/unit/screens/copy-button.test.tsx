// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { CopyButton } from '../../../candor/src/screens/copy-button';
import { takeConsole } from '../../support/quiet-console';
import { render, screen, userEvent } from './testing-library';

const status = () => screen.getByRole('status').textContent;
const showAndPress = async (user = userEvent.setup()) => {
  render(<CopyButton text="Digest: abc" />);
  expect(status()).toBe('');
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
};

test('copies the reference to the clipboard and says so', async () => {
  await showAndPress();
  expect(await navigator.clipboard.readText()).toBe('Digest: abc');
  expect(status()).toBe('Copied.');
});

test.each([
  ['copies by selection', true, 'Copied.'],
  ['asks the visitor to select', false, 'This browser does not let the page copy: select it by hand.'],
])('%s where the clipboard is denied, and leaves nothing in the document', async (_, isCopied, text) => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  let selected: string | undefined;
  const { execCommand } = document;
  document.execCommand = () => {
    const field = document.querySelector('textarea');
    selected = field?.value.slice(field.selectionStart, field.selectionEnd);
    return isCopied;
  };
  await showAndPress(user);
  document.execCommand = execCommand;
  expect(takeConsole('warn')).toEqual([expect.stringContaining('The clipboard cannot be used.')]);
  expect([selected, status()]).toEqual(['Digest: abc', text]);
  expect(document.querySelector('textarea')).toBeNull();
});

test('is disabled while there is nothing to copy', () => {
  render(<CopyButton text="" />);
  expect(screen.getByRole('button', { name: 'Copy reference' }).hasAttribute('disabled')).toBe(true);
});
