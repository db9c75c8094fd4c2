// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, test } from 'vitest';
import { optionalLazy } from '../../../candor/screens/optional-lazy';
import { takeConsole } from '../../support/quiet-console';
import { until } from '../../support/wait-until';

afterEach(cleanup);

function Part({ name }: { name: string }) {
  return <p>Part of {name}</p>;
}

test('shows the rest at once, and the part with its props when it is loaded', async () => {
  let loaded: (part: ComponentType<{ name: string }>) => void = () => {};
  const Optional = optionalLazy(() => new Promise<ComponentType<{ name: string }>>((resolve) => (loaded = resolve)));
  const { container, rerender } = render(
    <main>
      Rest <Optional name="one" />
    </main>,
  );
  expect(container.textContent).toBe('Rest ');
  loaded(Part);
  await screen.findByText('Part of one');
  rerender(
    <main>
      Rest <Optional name="other" />
    </main>,
  );
  expect(container.textContent).toBe('Rest Part of other');
});

test('loads the part when it is first shown, and once', async () => {
  let loads = 0;
  const Optional = optionalLazy(async () => {
    loads += 1;
    return Part;
  });
  expect(loads).toBe(0);
  render(<Optional name="one" />);
  await screen.findByText('Part of one');
  render(<Optional name="other" />);
  await screen.findByText('Part of other');
  expect(loads).toBe(1);
});

test('leaves out a part that cannot be loaded, and warns', async () => {
  const Optional = optionalLazy<{ name: string }>(() => Promise.reject(new Error('no such chunk')));
  const { container } = render(
    <main>
      Rest <Optional name="one" />
    </main>,
  );
  const warned = await until('the warning', () => takeConsole('warn')[0]);
  expect(warned).toContain('no such chunk');
  expect(container.textContent).toBe('Rest ');
});
