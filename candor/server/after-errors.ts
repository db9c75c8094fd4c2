import { workAsyncStorage, type WorkStore } from 'next/dist/server/app-render/work-async-storage.external';
import { isControlFlow } from './control-flow';
import { currentRoute } from './current-route';
import { serverContext } from './server-context';
import { singleton } from './singleton';

type Run = (store: Partial<WorkStore>, callback: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown;

/**
 * Reports what is thrown in `after()`, by its callbacks and its promises. Next prints it, and has no hook for it. Patches
 * `run` of the storage through which Next starts all work for a request.
 */
export function reportAfterErrors(): void {
  const storage = workAsyncStorage as unknown as { run: Run };
  singleton('after-errors', () => listenToTasks(storage), storage);
}

function listenToTasks(storage: { run: Run }): object {
  const run = storage.run.bind(storage);
  storage.run = (store, callback, ...args) => {
    // A private member, so by its name in brackets: it does not compile when Next has renamed it.
    if (store.afterContext) store.afterContext['onTaskError'] = reportTaskError;
    return run(store, callback, ...args);
  };
  return {};
}

/** Next calls it in the context of the task, which is that of the call of `after()`. */
function reportTaskError(thrown: unknown): void {
  if (isControlFlow(thrown)) return; // `redirect()` and `notFound()` have no effect there, as Next documents.
  const { method = 'GET', path = '', headers = {}, route = path, transaction } = currentRoute();
  void serverContext().failures.requestFailed(thrown, {
    method,
    path,
    headers,
    route,
    routeType: 'after',
    transaction,
  });
}
