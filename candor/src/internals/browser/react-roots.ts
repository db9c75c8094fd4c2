import type { createRoot, hydrateRoot, RootOptions } from 'react-dom/client';
import { attempt, missing } from './patch.js';

type ReactDom = { createRoot: typeof createRoot; hydrateRoot: typeof hydrateRoot };
type Known = { componentStack?: string; handled?: boolean };
type Observe = (thrown: unknown, noticedBy: 'boundary' | 'recovery', known: Known) => void;

/** Observes the errors that React hands to a boundary or recovers from while it hydrates. The root's own callbacks are called as before. */
export function observeReactErrors(ofPage: ReactDom, observe: Observe): void {
  const observeSafely: Observe = (...failure) => attempt('react-roots', () => observe(...failure));
  const observed = (options?: RootOptions): RootOptions => {
    missing.delete('react-roots');
    const { onCaughtError = console.error, onRecoverableError } = options ?? {}; // React accepts null too.
    return {
      ...options,
      onCaughtError(thrown, info) {
        observeSafely(thrown, 'boundary', { componentStack: info.componentStack });
        onCaughtError(thrown, info);
      },
      onRecoverableError:
        onRecoverableError &&
        ((thrown, info) => {
          // Next announces the cause to the window, where it would be observed without the components.
          const cause = (thrown as Error | null)?.cause ?? thrown;
          observeSafely(cause, 'recovery', { componentStack: info.componentStack, handled: true });
          onRecoverableError(thrown, info);
        }),
    };
  };

  attempt('react-roots', () => {
    const { createRoot, hydrateRoot } = ofPage;
    Object.assign(ofPage, {
      createRoot: (container, options) => createRoot(container, observed(options)),
      hydrateRoot: (container, children, options) => hydrateRoot(container, children, observed(options)),
    } satisfies ReactDom);
  });
}
