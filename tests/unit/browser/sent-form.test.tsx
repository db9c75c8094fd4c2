// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { restoreLostForm, keepLostForm, rememberSentForm } from '../../../candor/src/browser/sent-form';
import { takeConsole } from '../../support/quiet-console';
import { cleanup, render, screen } from '../screens/testing-library';

// It listens for as long as a page lives, so once for all tests.
rememberSentForm();
beforeEach(() => {
  history.replaceState(null, '', '/elsewhere');
  restoreLostForm(); // It forgets that of the test before.
  history.replaceState(null, '', '/letters');
});

const form = (names: string[], key = '') => (
  <form key={key}>
    {names.map((name) => (
      <input key={name} name={name} aria-label={key + name} />
    ))}
  </form>
);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

/** Types into the fields of a form and sends it, and takes it away. */
function lose(typed: Record<string, string>, shown = form(Object.keys(typed))) {
  render(shown);
  for (const [name, value] of Object.entries(typed)) field(name).value = value;
  const [name = ''] = Object.keys(typed);
  const { form } = field(name);
  form?.dispatchEvent(new Event('submit'));
  cleanup();
  keepLostForm();
  return form;
}

test('a form that comes back has what was typed in it', () => {
  lose({ title: 'A lamp', words: 'Words' });
  render(form(['title', 'words']));
  restoreLostForm();
  expect([field('title').value, field('words').value]).toEqual(['A lamp', 'Words']);
});

test('a form that comes later has it, too, and what somebody has typed there by then stays', async () => {
  lose({ title: 'A lamp', words: 'Words' });
  restoreLostForm();
  render(form(['title', 'words']));
  field('title').value = 'A chair';
  await vi.waitFor(() => expect(field('words').value).toBe('Words'));
  expect(field('title').value).toBe('A chair');
});

test('a form is filled once', () => {
  lose({ title: 'A lamp' });
  render(form(['title']));
  restoreLostForm();
  field('title').value = '';
  restoreLostForm();
  expect(field('title').value).toBe('');
});

test('of several with the same fields the one that was sent is filled, when all of them are there', async () => {
  const both = (
    <>
      {form(['title'], 'first ')}
      {form(['title'], 'second ')}
    </>
  );
  lose({ 'second title': 'A lamp' }, both);
  const { rerender } = render(form(['title'], 'second '));
  restoreLostForm();
  expect(field('second title').value).toBe('');
  rerender(both);
  await vi.waitFor(() => expect(field('second title').value).toBe('A lamp'));
  expect(field('first title').value).toBe('');
});

test.each([
  ['other fields', () => render(form(['title', 'more']))],
  [
    'the same fields, on another page',
    () => {
      history.replaceState(null, '', '/other');
      return render(form(['title']));
    },
  ],
])('a form with %s stays as it is', (_, show) => {
  lose({ title: 'A lamp' });
  show();
  restoreLostForm();
  expect(field('title').value).toBe('');
});

test('a form that is still there is not lost', () => {
  render(form(['title']));
  field('title').value = 'A lamp';
  field('title').form?.dispatchEvent(new Event('submit'));
  keepLostForm();
  cleanup();
  render(form(['title']));
  restoreLostForm();
  expect(field('title').value).toBe('');
});

test('a form whose action succeeded is forgotten: React has reset it', () => {
  render(form(['title']));
  field('title').value = 'A lamp';
  const { form: sent } = field('title');
  sent?.dispatchEvent(new Event('submit'));
  sent?.reset();
  cleanup();
  keepLostForm();
  render(form(['title']));
  restoreLostForm();
  expect(field('title').value).toBe('');
});

test.each([
  { type: 'password' },
  { type: 'hidden' },
  { autoComplete: 'cc-number' },
  { autoComplete: 'section-a billing cc-csc' },
  { autoComplete: 'one-time-code' },
  { autoComplete: 'new-password' },
  { name: 'apiKey' },
  { name: 'cvc' },
])('a field with %j is not remembered', (attributes) => {
  const secret = (
    <form>
      <input name="title" aria-label="title" />
      <input aria-label="secret" defaultValue="" {...attributes} />
    </form>
  );
  lose({ title: 'A lamp', secret: 'x' }, secret);
  render(secret);
  restoreLostForm();
  expect([field('title').value, field('secret').value]).toEqual(['A lamp', '']);
});

// Of a select happy-dom does not list what React writes to it: tests/browser/lost-forms.spec.ts has one.
test('a choice comes back', () => {
  const choice = (
    <form>
      <input type="checkbox" name="gift" aria-label="gift" />
    </form>
  );
  render(choice);
  field('gift').checked = true;
  field('gift').form?.dispatchEvent(new Event('submit'));
  cleanup();
  keepLostForm();
  render(choice);
  restoreLostForm();
  expect(field('gift').checked).toBe(true);
});

test('a form whose property is hidden by the name of a field breaks nothing, and the console says so', () => {
  lose({ title: 'A lamp' });
  render(form(['elements']));
  Object.defineProperty(document.forms[0], 'elements', { value: field('elements') }); // As browsers do it.
  restoreLostForm();
  field('elements').form?.dispatchEvent(new Event('submit'));
  expect(takeConsole('warn')).toHaveLength(2);
});
