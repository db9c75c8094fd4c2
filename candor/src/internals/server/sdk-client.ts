import type { Client, Scope } from '#sentry/core';
import { patch } from '../patch.js';

const own = patch('sdk-client');

/**
 * Gives the scope a client that the SDK's `init` does not find: it does nothing once there is a client. So it finds none at the
 * start, where a team calls it.
 */
export function addHiddenClient(client: Client, scope: Scope): void {
  scope.setClient(client);
  own.install(() => {
    if (scope['_client'] !== client) throw new Error('The scope of the SDK has no _client.');
    scope.getClient = <Found extends Client>() => {
      const found = scope['_client'];
      return found === client ? undefined : (found as Found | undefined);
    };
    own.seen();
  });
}
