import { isHydrated } from '../internals/browser/hydration.js';
import { missing } from '../internals/browser/patch.js';
import { missingHeader } from '../shared/page-state-headers.js';

let isTold = false;

/** What the next post tells the server of the patches that this page lacks, once. A page on which React was not called needs no roots. */
export function headersOfMissing(): Record<string, string> {
  const names = [...missing].filter((name) => name !== 'react-roots' || isHydrated());
  if (isTold || names.length === 0) return {};
  isTold = true;
  return { [missingHeader]: names.join() };
}
