import * as screens from './screens/plain-screen.js';
import type { OwnStores } from './server/open-outbox.js';
import { startServerSdk } from './server/sdk.js';
import { startNode, type OfTeam } from './server/start-node.js';

/** Starts a server process. One module has all parts: a bundler would give each that is imported later a copy of what they share. */
export function registerNode(own: OwnStores, ofTeam: OfTeam): Promise<void> {
  return startNode(startServerSdk, screens, own, ofTeam);
}
