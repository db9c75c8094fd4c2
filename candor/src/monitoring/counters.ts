import type { DeliveryStats } from '../delivery/delivery.js';
import type { PatchStates } from './patch-states.js';
import type { PolicyPart } from '../shared/policy-part.js';

/** What `GET /monitoring` tells. Counters are since the start of this process. */
export type Counters = {
  reporting: 'on' | 'off';
  environment: string;
  release: string;
  versions: Record<string, string>;
  patches: PatchStates;
  /** How many pages lacked each patch. */
  reportedByBrowsers: Record<string, number>;
  /** `undefined`: the team has not turned it on. */
  policy?: ReturnType<PolicyPart['state']> | undefined;
  delivery: DeliveryStats & { browserEventsRefused: number };
  /** Errors of pages that became no event, by reason. */
  ignored: Record<string, number>;
  /** Frames of the log and of events that name their sources now, and those that do not, by reason. `undefined`: no source maps. */
  frames?: { mapped: number; leftRaw: Record<string, number> } | undefined;
};
