import type { ReactNode } from 'react';

// What the example page uses of Candor, with nothing behind it: the page itself is the application's own, and costs the same.

export const GET = async () => Response.json({ reporting: 'on' });
export const report = () => '';
export const ErrorBoundary = ({ children }: { children: ReactNode }) => children;
