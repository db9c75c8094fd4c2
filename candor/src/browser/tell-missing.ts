import { isHydrated } from '../internals/browser/hydration.js';
import { missing } from '../internals/browser/patch.js';
import { countMissing } from './count-at-server.js';

let isTold = false;

/** Tells the server which patches this page lacks, if any: once. Roots are no loss where React was not called at all. */
export function tellMissing(): void {
  const names = [...missing].filter((name) => name !== 'react-roots' || isHydrated());
  if (isTold || names.length === 0) return;
  isTold = true;
  countMissing(names);
}
