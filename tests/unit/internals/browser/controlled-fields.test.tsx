// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isControlled } from '../../../../candor/src/internals/browser/controlled-fields';
import { render, screen } from '../../screens/testing-library';

// Of a select happy-dom does not list what React writes to it: tests/browser/lost-forms.spec.ts has one.
test('a field is controlled by its value, a choice by being checked', () => {
  const nothing = () => {};
  render(
    <form>
      <input aria-label="text" defaultValue="x" />
      <textarea aria-label="words" />
      <input aria-label="choice" type="checkbox" value="a" defaultChecked />
      <input aria-label="own text" value="" onChange={nothing} />
      <textarea aria-label="own words" value="x" onChange={nothing} />
      <input aria-label="own choice" type="radio" value="a" checked={false} onChange={nothing} />
    </form>,
  );
  for (const name of ['text', 'words', 'choice']) {
    expect(isControlled(screen.getByLabelText(name)), name).toBe(false);
    expect(isControlled(screen.getByLabelText(`own ${name}`)), name).toBe(true);
  }
});

test('a field that React says nothing of counts as one', () => {
  expect(isControlled(document.createElement('input'))).toBe(true);
});
