// @vitest-environment happy-dom
import { screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hold } from '../../../candor/screens/outage-notice';

const ok = new Response('ok');
const lost = () => new TypeError('Failed to fetch');
beforeEach(() => void vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {})));
afterEach(() => document.body.replaceChildren());

test('says that the site could not be reached, and sends an action again when asked to', async () => {
  const response = hold(lost(), async () => ok, true);
  expect(screen.getByRole('alert').textContent).toMatch(/^Could not reach this site.*do not know.*twice/);
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await response).toBe(ok);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('says of a site that does not respond whose fault it is', async () => {
  const response = hold(new Response('', { status: 503 }), async () => ok, true);
  expect(screen.getByRole('alert').textContent).toMatch(/^This site is not responding.*the site’s fault, not yours/);
  const rejected = expect(response).rejects.toThrow('This site is not responding (HTTP 503).');
  await userEvent.click(screen.getByRole('button', { name: 'Do not send' }));
  await rejected;
});

test('has nothing to decide for a navigation', () => {
  void hold(new Response('', { status: 504 }), async () => ok, false);
  expect(screen.getByRole('alert').textContent).toContain('as soon as the site responds');
  expect(screen.queryByRole('button')).toBeNull();
});

test('announces only what changes', async () => {
  const first = hold(lost(), async () => ok, true);
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(screen.getByRole('alert'), { childList: true, subtree: true, characterData: true });
  const second = hold(lost(), async () => ok, true);
  changes.push(...observer.takeRecords());
  expect(changes).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await Promise.all([first, second])).toEqual([ok, ok]);
});

test('gives the focus back when there is nothing to decide any more', async () => {
  document.body.innerHTML = '<input>';
  const input = document.querySelector('input')!;
  input.focus();
  void hold(new Response('', { status: 504 }), async () => ok, false);
  const response = hold(lost(), async () => ok, true);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Send again');
  await userEvent.keyboard('{Enter}');
  expect(await response).toBe(ok);
  expect(screen.getByRole('alert').textContent).toContain('as soon as the site responds');
  expect(document.activeElement).toBe(input);
});
