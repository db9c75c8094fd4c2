import { applySdkOptions, type Applied } from '../shared/apply-sdk-options.js';
import type { SdkOptions } from '../shared/define-sdk-options.js';
import type { Log } from '../shared/log-messages.js';
import { describeError } from '../scrubbing/log-format.js';
import type { ChangeEvent } from './capture.js';

/** @returns `undefined`: there is nothing to apply */
export function createEventChange(options: SdkOptions, log: Log): ChangeEvent | undefined {
  const { tags, ignoreErrors, beforeSend } = options;
  if (!tags && !ignoreErrors && !beforeSend) return undefined;
  let isLogged = false;

  function failed(error: unknown) {
    if (!isLogged) log.warn({ option: 'beforeSend', error: describeError(error) }, 'sdk option failed');
    isLogged = true;
  }

  return (event, hint, drop) => {
    const take = (applied: Applied) => {
      if ('event' in applied) return applied.event;
      drop(applied.dropped);
      return null;
    };
    const applied = applySdkOptions(event, hint, options, failed);
    return applied instanceof Promise ? applied.then(take) : take(applied);
  };
}
