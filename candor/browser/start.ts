import type { LoadHold } from './hold-requests';
import { observeReactErrors } from '../internals/browser/react-errors';
import { browserReporter, listen, type LoadSdk } from './reporter';

/** Reports every failure of this page from now on, and holds its requests while the site cannot be reached. */
export function startReporting(loadSdk: LoadSdk, loadHold: LoadHold): void {
  observeReactErrors(browserReporter.reportOnce);
  listen(loadSdk, loadHold);
}
