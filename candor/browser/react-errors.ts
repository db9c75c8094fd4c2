import reactDom, { type RootOptions } from 'react-dom/client';
import type { BrowserFailure } from './report';

type Known = Pick<BrowserFailure, 'componentStack' | 'handled'>;
type Hear = (thrown: unknown, noticedBy: 'boundary' | 'recovery', known: Known) => void;

/**
 * Hears every error that React hands to an error boundary of this page, of whatever author and router, because all roots come from
 * these two functions; and the errors that React recovers from while it hydrates one of Next's. The root's own callbacks are called as
 * before.
 */
export function hearReact(hear: Hear): void {
  const { createRoot, hydrateRoot } = reactDom;
  const heard = (options?: RootOptions): RootOptions => {
    const { onCaughtError = console.error, onRecoverableError } = options ?? {}; // React takes null too.
    return {
      ...options,
      onCaughtError(thrown, info) {
        hear(thrown, 'boundary', { componentStack: info.componentStack });
        onCaughtError(thrown, info);
      },
      onRecoverableError:
        onRecoverableError &&
        ((thrown, info) => {
          // Next announces the cause to the window, where it would be heard without the components.
          hear((thrown as Error).cause ?? thrown, 'recovery', { componentStack: info.componentStack, handled: true });
          onRecoverableError(thrown, info);
        }),
    };
  };
  Object.assign(reactDom, {
    createRoot: (container, options) => createRoot(container, heard(options)),
    hydrateRoot: (container, children, options) => hydrateRoot(container, children, heard(options)),
  } satisfies Partial<typeof reactDom>);
}
