// @vitest-environment happy-dom
import { act, Component, type ReactNode } from 'react';
import reactDom, { type RootOptions } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { observeReactErrors } from '../../../../candor/src/internals/browser/react-roots';
import { takeConsole } from '../../../support/quiet-console';

const { createRoot, hydrateRoot } = reactDom;
const observed: unknown[][] = [];
const observe = (...call: unknown[]) => {
  observed.push(call);
  throw new Error('broken'); // It changes nothing for React.
};

class Boundary extends Component<{ children: ReactNode }> {
  override state = { isFailed: false };
  static getDerivedStateFromError = () => ({ isFailed: true });
  override render() {
    return this.state.isFailed ? 'sorry' : this.props.children;
  }
}

function Fails({ value }: { value: unknown }): ReactNode {
  throw value;
}

/** Shows a boundary that catches this, in a root with these options. */
function show(value: unknown, ...options: RootOptions[]) {
  const container = document.createElement('div');
  const root = reactDom.createRoot(container, ...options);
  act(() =>
    root.render(
      <Boundary>
        <Fails value={value} />
      </Boundary>,
    ),
  );
  expect(container.textContent).toBe('sorry');
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  observeReactErrors(reactDom, observe);
});
afterEach(() => {
  expect(new Set(takeConsole('warn'))).toEqual(new Set(['Error: broken']));
  Object.assign(reactDom, { createRoot, hydrateRoot });
  observed.length = 0;
});

const withComponents = { componentStack: expect.stringMatching(/at Fails .*\n.*at Boundary/s) };

test.each([new Error('x'), 'text', null])('observes %o, which a boundary caught, as does the root’s own', (value) => {
  const onCaughtError = vi.fn();
  show(value, { onCaughtError });
  expect(observed).toEqual([[value, 'boundary', withComponents]]);
  expect(onCaughtError.mock.calls).toEqual([[value, { ...withComponents, errorBoundary: expect.any(Boundary) }]]);
  expect(console.error).not.toHaveBeenCalled();
});

test('prints the error, with the components, where a root has no callback, or `null` for options', () => {
  const value = new Error('x');
  for (const options of [[], [null as unknown as RootOptions]]) show(value, ...options);
  const printed = [value, expect.objectContaining(withComponents)];
  expect(vi.mocked(console.error).mock.calls).toEqual([printed, printed]);
});

test('observes what React recovers from while it hydrates, by its cause, as does the root’s own', () => {
  const ofPage = { createRoot, hydrateRoot: vi.fn<typeof hydrateRoot>() };
  const { hydrateRoot: ofReact } = ofPage;
  observeReactErrors(ofPage, observe);
  const onRecoverableError = vi.fn();
  ofPage.hydrateRoot(document, null, { onRecoverableError });
  const [cause, info] = [new Error('cause'), { componentStack: 'at p' }];
  for (const thrown of [new Error('x', { cause }), 'text'])
    ofReact.mock.lastCall?.[2]?.onRecoverableError?.(thrown, info);
  expect(observed).toEqual([cause, 'text'].map((value) => [value, 'recovery', { ...info, handled: true }]));
  expect(onRecoverableError).toHaveBeenCalledTimes(2);
});
