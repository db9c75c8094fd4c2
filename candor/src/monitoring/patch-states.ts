import { stateOfPatch } from '../internals/patch.js';
import type { PatchOfCandor } from '../internals/list-patches.js';
import { patches, type BrowserPatchName } from '../internals/patches.js';
import type { Log } from '../shared/log-messages.js';
import { version } from '../shared/version.js';
import { describeError } from '../scrubbing/log-format.js';

export function versions(): Record<string, string> {
  const ofBuild: Record<string, string> = JSON.parse(CANDOR_VERSIONS);
  return { ...ofBuild, node: process.versions.node, candor: version };
}

type Manifest = readonly PatchOfCandor[];

export function logMissing(log: Log, name: string, error: unknown, manifest: Manifest): void {
  log.error({ ...lossOf(name, manifest), error: describeError(error) }, 'patch not in effect');
}

/** A warning: the browser may be an odd one, and anyone may post such a report. */
export function logMissingInBrowser(log: Log, name: BrowserPatchName): void {
  log.warn({ ...lossOf(name, patches), runtime: 'browser' }, 'patch not in effect');
}

function lossOf(name: string, manifest: Manifest) {
  return { patch: name, loses: manifest.find((patch) => patch.name === name)?.loses, versions: versions() };
}

export type PatchStates = Record<'inEffect' | 'missing' | 'unproven', string[]>;

export function patchStates(manifest: Manifest): PatchStates {
  const states: PatchStates = { inEffect: [], missing: [], unproven: [] };
  for (const { name, runtime } of manifest) {
    const { state } = stateOfPatch(name);
    if (runtime === 'server' || state !== 'unproven') states[state].push(name);
  }
  return states;
}
