import reactDom from 'react-dom/client';
import type { LoadHold } from './hold-requests.js';
import { listen, type LoadSdk } from './reporter.js';

/** Reports every failure of this page from now on, and holds its requests while the site cannot be reached. */
export function startReporting(loadSdk: LoadSdk, loadHold: LoadHold): void {
  listen(reactDom, loadSdk, loadHold);
}
