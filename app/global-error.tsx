'use client';

import './globals.css';
import { ApplicationError } from '../candor/screens/application-error';

/** Stands in for the whole document when anything in it has failed. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <head>
        <link rel="icon" href="/icon.svg" />
      </head>
      <body>
        <ApplicationError thrown={error} retry={retry} />
      </body>
    </html>
  );
}
