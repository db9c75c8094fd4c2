'use client';

import type { BoundaryProps } from './boundary-props.js';
import { FailureDetails } from './failure.js';
import { OwnDocument } from './own-document.js';
import { Screen } from './screen.js';

/** The default export of `global-error.tsx`: a document with the screen for an unexpected error, in place of the whole page. */
export function ApplicationErrorDocument(props: BoundaryProps) {
  return (
    <OwnDocument>
      <FailureDetails Frame={Screen} thrown={props.error} retry={props[`${CANDOR_UNSTABLE}retry`]!} />
    </OwnDocument>
  );
}
