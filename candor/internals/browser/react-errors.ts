import reactDom, { type RootOptions } from 'react-dom/client';
import type { BrowserFailure } from '../../browser/report';

type Known = Pick<BrowserFailure, 'componentStack' | 'handled'>;
type Observe = (thrown: unknown, noticedBy: 'boundary' | 'recovery', known: Known) => void;

/**
 * Observes every error that React hands to an error boundary of this page, of any author and either router, because all roots come from
 * these two functions; and the errors that React recovers from while it hydrates one of Next's. The root's own callbacks are called as
 * before.
 */
export function observeReactErrors(observe: Observe): void {
  const { createRoot, hydrateRoot } = reactDom;
  const observed = (options?: RootOptions): RootOptions => {
    const { onCaughtError = console.error, onRecoverableError } = options ?? {}; // React accepts null too.
    return {
      ...options,
      onCaughtError(thrown, info) {
        observe(thrown, 'boundary', { componentStack: info.componentStack });
        onCaughtError(thrown, info);
      },
      onRecoverableError:
        onRecoverableError &&
        ((thrown, info) => {
          // Next announces the cause to the window, where it would be observed without the components.
          observe((thrown as Error).cause ?? thrown, 'recovery', {
            componentStack: info.componentStack,
            handled: true,
          });
          onRecoverableError(thrown, info);
        }),
    };
  };
  Object.assign(reactDom, {
    createRoot: (container, options) => createRoot(container, observed(options)),
    hydrateRoot: (container, children, options) => hydrateRoot(container, children, observed(options)),
  } satisfies Partial<typeof reactDom>);
}
