'use client';

import { Failure } from './failure';
import { Screen } from './screen';

/** The default export of `global-error.tsx`: a document with the screen for an unexpected error, in place of the whole page. */
export function ApplicationErrorDocument({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang={CANDOR_LANG}>
      <body>
        <Failure Frame={Screen} thrown={error} retry={retry} />
      </body>
    </html>
  );
}
