'use client';

import { Failure } from './failure';
import { Screen } from './screen';

/** The screen for an unexpected error, in place of the whole page. */
export function ApplicationError(props: { thrown: unknown; retry: () => void }) {
  return <Failure Frame={Screen} {...props} />;
}
