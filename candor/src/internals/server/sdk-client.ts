import type { Client, Scope } from '#sentry/core';
import { patch } from '../patch.js';

const own = patch('sdk-client');

/** Gives the scope a client that a team's `init` of the SDK does not find: it does nothing once there is a client. */
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
