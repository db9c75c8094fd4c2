// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, test } from 'vitest';
import { late } from '../../../candor/screens/optional-lazy';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';

afterEach(cleanup);

function Part({ name }: { name: string }) {
  return <p>Part of {name}</p>;
}

test('shows the rest at once, and the part with what it was given when it is loaded', async () => {
  let loaded: (part: ComponentType<{ name: string }>) => void = () => {};
  const Late = late(() => new Promise<ComponentType<{ name: string }>>((resolve) => (loaded = resolve)));
  const { container, rerender } = render(
    <main>
      Rest <Late name="one" />
    </main>,
  );
  expect(container.textContent).toBe('Rest ');
  loaded(Part);
  await screen.findByText('Part of one');
  rerender(
    <main>
      Rest <Late name="other" />
    </main>,
  );
  expect(container.textContent).toBe('Rest Part of other');
});

test('loads the part when it is first shown, and once', async () => {
  let loads = 0;
  const Late = late(async () => {
    loads += 1;
    return Part;
  });
  expect(loads).toBe(0);
  render(<Late name="one" />);
  await screen.findByText('Part of one');
  render(<Late name="other" />);
  await screen.findByText('Part of other');
  expect(loads).toBe(1);
});

test('does without a part that cannot be loaded, and says so', async () => {
  const Late = late<{ name: string }>(() => Promise.reject(new Error('no such chunk')));
  const { container } = render(
    <main>
      Rest <Late name="one" />
    </main>,
  );
  const warned = await waitUntil('the warning', () => takeConsole('warn')[0]);
  expect(warned).toContain('no such chunk');
  expect(container.textContent).toBe('Rest ');
});
