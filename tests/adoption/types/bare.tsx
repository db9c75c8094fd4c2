// An application without Candor: it imports what Candor's types import.
import type { Instrumentation, Metadata, NextComponentType, NextConfig, NextPageContext } from 'next';
import type { IncomingMessage } from 'node:http';
import type { ReactNode } from 'react';

export const metadata: Metadata = { title: 'Shop' };
export const config: NextConfig = { reactStrictMode: true };
export const pathOf = (request: IncomingMessage): string | undefined => request.url;
export const onRequestError: Instrumentation.onRequestError = (error) => console.error(error);
export const Legacy: NextComponentType<NextPageContext> = () => null;

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
