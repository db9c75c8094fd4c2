import { singleton } from '../../shared/singleton.js';
import { patch } from '../patch.js';
import { actionStorage, workUnitStorage } from './next-storages.js';

type CurrentRequest = () => object | undefined;

const own = patch('entered-actions');

/** @returns whether this request has entered an action, or may have: without the patch no sender is blamed for what Next throws */
export function trackActions(currentRequest: CurrentRequest): () => boolean {
  let entered: WeakSet<object> | undefined;
  own.install(() => {
    if (actionStorage === undefined || workUnitStorage === undefined)
      throw new Error('Next has no actionAsyncStorage, or no workUnitAsyncStorage.');
    const storage = workUnitStorage;
    entered = singleton('entered-actions', () => recordActions(storage, currentRequest), storage);
  });
  return () => entered?.has(currentRequest() ?? {}) ?? true;
}

function recordActions(storage: NonNullable<typeof workUnitStorage>, currentRequest: CurrentRequest) {
  const entered = new WeakSet<object>();
  const run = storage.run.bind(storage);
  storage.run = (store, callback, ...args) => {
    // Next calls it dozens of times for a page. The page after an action, or in its place, is in the phase `render`.
    const mayBeAction = store?.type === 'request' && store.phase === 'action';
    const request = mayBeAction ? own.attempt(requestOfAction, undefined) : undefined;
    const result = run(store, callback, ...args);
    if (request) entered.add(request); // An action is async: a call that throws at once had arguments that are not a list.
    return result;
  };
  return entered;

  function requestOfAction(): object | undefined {
    if (!actionStorage?.getStore()?.isAction) return undefined;
    own.seen();
    return currentRequest();
  }
}
