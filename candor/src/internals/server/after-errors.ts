import { singleton } from '../../shared/singleton.js';
import { patch } from '../patch.js';
import { workStorage } from './next-storages.js';

type AfterContext = { onTaskError?: (thrown: unknown) => void };

const own = patch('after-errors');

/** Calls `onError` with what is thrown in `after()`, in the context of that call. Next prints it, and has no hook for it. */
export function observeAfterErrors(onError: (thrown: unknown) => void): void {
  own.install(() => {
    if (workStorage === undefined) throw new Error('Next has no workAsyncStorage.');
    const storage = workStorage;
    singleton('after-errors', () => observeTasks(storage, onError), storage);
  });
}

function observeTasks(storage: NonNullable<typeof workStorage>, onError: (thrown: unknown) => void): object {
  const run = storage.run.bind(storage);
  const onTaskError = (thrown: unknown) => own.attempt(() => onError(thrown), undefined);
  storage.run = (store, callback, ...args) => {
    const context = store?.afterContext as AfterContext | undefined;
    if (context)
      own.install(() => {
        if (!('onTaskError' in context)) throw new Error('The afterContext of Next has no onTaskError.');
        context.onTaskError = onTaskError;
        own.seen();
      });
    return run(store, callback, ...args);
  };
  return {};
}
