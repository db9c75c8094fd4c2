// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { hold } from '../../../candor/src/screens/outage-notice';
import { screen, userEvent } from './testing-library';

const ok = new Response('ok');
const holdAction = (outcome: unknown = new TypeError('Failed to fetch')) => hold(outcome, async () => ok, true);
const holdNavigation = () => void hold(new Response('', { status: 504 }), async () => ok, false);
const alert = () => screen.getByRole('alert');
const sendAgain = () => userEvent.click(screen.getByRole('button', { name: 'Send again' }));
beforeEach(() => void vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {})));

test('says that the site could not be reached, and sends an action again when asked to', async () => {
  const response = holdAction();
  expect(alert().textContent).toMatch(/^Could not reach this site.*do not know.*twice/);
  await sendAgain();
  expect(await response).toBe(ok);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('says of a site that does not respond whose fault it is', async () => {
  const response = holdAction(new Response('', { status: 503 }));
  expect(alert().textContent).toMatch(/^This site is not responding.*the site’s fault, not yours/);
  const rejected = expect(response).rejects.toThrow('This site is not responding (HTTP 503).');
  await userEvent.click(screen.getByRole('button', { name: 'Do not send' }));
  await rejected;
});

test('has nothing to decide for a navigation', () => {
  holdNavigation();
  expect(alert().textContent).toContain('as soon as the site responds');
  expect(screen.queryByRole('button')).toBeNull();
});

test('announces only what changes', async () => {
  const first = holdAction();
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(alert(), { childList: true, subtree: true, characterData: true });
  const second = holdAction();
  changes.push(...observer.takeRecords());
  expect(changes).toEqual([]);
  await sendAgain();
  expect(await Promise.all([first, second])).toEqual([ok, ok]);
});

test('gives the focus back when there is nothing to decide any more', async () => {
  document.body.innerHTML = '<input>';
  const input = document.querySelector('input')!;
  input.focus();
  holdNavigation();
  const response = holdAction();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Send again');
  await userEvent.keyboard('{Enter}');
  expect(await response).toBe(ok);
  expect(alert().textContent).toContain('as soon as the site responds');
  expect(document.activeElement).toBe(input);
});
