import type { ReactNode } from 'react';

// The same for what its controls use in the browser.

export const ErrorBoundary = ({ children }: { children: ReactNode }) => children;
