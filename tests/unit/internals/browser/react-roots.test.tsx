// @vitest-environment happy-dom
import { act, Component, createElement, StrictMode, type ReactNode } from 'react';
import reactDom, { type RootOptions } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { observeReactErrors } from '../../../../candor/src/internals/browser/react-roots';
import { takeConsole } from '../../../support/quiet-console';
import { freshPatches } from './fresh-patches';

const { createRoot, hydrateRoot } = reactDom;
const observed: unknown[][] = [];

class Boundary extends Component<{ children: ReactNode; rethrows?: boolean }, { thrown?: { value: unknown } }> {
  override state: { thrown?: { value: unknown } } = {};
  static getDerivedStateFromError(value: unknown) {
    return { thrown: { value } };
  }
  override render() {
    const { thrown } = this.state;
    if (thrown && this.props.rethrows) throw thrown.value;
    return thrown ? 'sorry' : this.props.children;
  }
}

function Fails({ value }: { value: unknown }): ReactNode {
  throw value;
}
const caught = (value: unknown, rethrows = false) => (
  <Boundary rethrows={rethrows}>
    <Fails value={value} />
  </Boundary>
);

function show(tree: ReactNode, ...options: RootOptions[]) {
  const container = document.createElement('div');
  act(() => reactDom.createRoot(container, ...options).render(tree));
  return container;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  observeReactErrors(reactDom, (...call) => void observed.push(call));
});
afterEach(() => {
  Object.assign(reactDom, { createRoot, hydrateRoot });
  observed.length = 0;
});

const withComponents = { componentStack: expect.stringMatching(/at Fails .*\n.*at Boundary/s) };

test.each([new Error('x'), 'text', null])(
  'observes %o, which a boundary caught, and the root’s own callback still does',
  (value) => {
    const onCaughtError = vi.fn();
    expect(show(caught(value), { onCaughtError }).textContent).toBe('sorry');
    expect(observed).toEqual([[value, 'boundary', withComponents]]);
    expect(onCaughtError.mock.calls).toEqual([[value, { ...withComponents, errorBoundary: expect.any(Boundary) }]]);
    expect(console.error).not.toHaveBeenCalled();
  },
);

test('prints the error, with the components, where a root has no callback, or `null` for options', () => {
  const value = new Error('x');
  const printed = [value, expect.objectContaining({ componentStack: expect.stringContaining('Boundary') as string })];
  for (const options of [[], [null as unknown as RootOptions]]) show(caught(value), ...options);
  expect(vi.mocked(console.error).mock.calls).toEqual([printed, printed]);
});

test('observes what React recovers from while it hydrates, as the error that the root announces', () => {
  const announced: unknown[] = [];
  const onRecoverableError = (error: unknown) => announced.push(error);
  const container = document.createElement('div');
  container.innerHTML = renderToString(<p>server</p>);
  const browser = createElement(StrictMode, null, <p>browser</p>);
  act(() => void reactDom.hydrateRoot(container, browser, { onRecoverableError }));
  expect(container.textContent).toBe('browser');
  expect(announced).toHaveLength(1);
  const [thrown, noticedBy, known] = observed[0] ?? [];
  expect([(announced[0] as Error).cause ?? announced[0], 'recovery']).toEqual([thrown, noticedBy]);
  expect(known).toEqual({ componentStack: expect.stringContaining('at p'), handled: true });
});

test('an observer that throws changes nothing for React', () => {
  observeReactErrors(reactDom, () => {
    throw new Error('broken');
  });
  const onCaughtError = vi.fn();
  expect(show(caught('x'), { onCaughtError }).textContent).toBe('sorry');
  expect(onCaughtError).toHaveBeenCalledOnce();
  expect(takeConsole('warn')).toEqual([expect.stringContaining('broken')]);
});

test('the patch is missing until React was seen to call one of the functions', async () => {
  const { missing } = await freshPatches();
  const { observeReactErrors: observe } = await import('../../../../candor/src/internals/browser/react-roots');
  const functions = { createRoot, hydrateRoot: vi.fn<typeof hydrateRoot>() };
  observe(functions, () => {});
  expect([...missing]).toEqual(['react-roots']);
  functions.hydrateRoot(document, null);
  expect([...missing]).toEqual([]);
});
