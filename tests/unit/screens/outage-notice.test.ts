// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { hold } from '../../../candor/src/screens/outage-notice';
import { screen, userEvent } from './testing-library';

// outages.spec.ts has all that a visitor sees and does in a browser.

test('the notice says whose fault it is, announces only what changes, and leaves with the last action', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  const ok = new Response('ok');
  const holdAction = () => hold(new Response('', { status: 503 }), async () => ok, true);
  const first = holdAction();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^This site is not responding.*the site’s fault, not yours.*do not know.*twice/);
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(alert, { childList: true, subtree: true, characterData: true });
  const second = holdAction();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await Promise.all([first, second])).toEqual([ok, ok]);
  expect([...changes, ...observer.takeRecords()]).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});
