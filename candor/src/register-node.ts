import type { StartSdk } from './sdk/sdk-client.js';
import { startNode, type OfTeam } from './start/start-node.js';

/** Imported from here, not beside: a bundler would give it a copy of what it shares with the rest. */
const startSdk: StartSdk = async (settings) => (await import('./sdk/sdk.js')).startServerSdk(settings);

export function registerNode(ofTeam: OfTeam): Promise<void> {
  return startNode(startSdk, ofTeam);
}
