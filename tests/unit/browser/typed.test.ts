// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { mayHoldTyped } from '../../../candor/src/browser/typed';

test.each<[html: string, change: (field: HTMLInputElement) => void, holds: boolean]>([
  ['<input>', () => {}, false],
  ['<input>', (field) => (field.value = 'typed'), true],
  ['<input value="of the page, or typed and kept by React">', () => {}, true],
  ['<textarea></textarea>', (field) => (field.value = 'typed'), true],
  ['<input type="hidden" value="x"><input type="submit" value="x">', () => {}, false],
  ['<input type="checkbox" checked>', () => {}, false],
  ['<input type="checkbox">', (field) => (field.checked = true), true],
  ['<input type="radio" checked>', (field) => (field.checked = false), true],
  ['<div contenteditable="true">typed</div>', () => {}, true],
  ['<div contenteditable="true"></div>', () => {}, false],
  ['<div></div>', (host) => (host.attachShadow({ mode: 'open' }).innerHTML = '<input value="x">'), true],
])('%s may hold what was typed, after it was changed (%s): %s', (html, change, holds) => {
  document.body.innerHTML = html;
  change(document.body.firstElementChild as HTMLInputElement);
  expect(mayHoldTyped()).toBe(holds);
});
