import * as globals from 'next/dist/server/lib/router-utils/instrumentation-globals.external';
import { patch } from '../patch.js';

const own = patch('start-promise');

/** Next keeps the promise of its one call of `register()`, which is running now, and gives it to every caller. */
export function observeStart(onFailure: (thrown: unknown) => void): void {
  own.install(() => {
    globals.ensureInstrumentationRegistered('', '').catch(onFailure);
    own.seen();
  });
}
