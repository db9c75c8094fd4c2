'use client';

import './globals.css';
import { ApplicationError } from '../candor/screens/application-error';

/** Replaces the whole document after an error in any part of it. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <ApplicationError thrown={error} retry={retry} />
      </body>
    </html>
  );
}
