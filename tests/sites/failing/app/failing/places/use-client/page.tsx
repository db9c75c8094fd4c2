import { Suspense } from 'react';
import { fail } from '../fail';
import { Shown } from './shown';

/** A promise of the server, which a Client Component reads. */
export default function Page() {
  return (
    <Suspense fallback="…">
      <Shown promise={fail('a promise that a Client Component uses')} />
    </Suspense>
  );
}
