'use client';

import { useState } from 'react';
import { browserReporter } from '../browser/reporter.js';
import { hasDigest } from '../shared/digest.js';
import type { EventState } from '../shared/event-state.js';
import { applicationErrorMessage, type Side } from './error-message.js';
import { useEventOf } from './event-state.js';
import { useReference } from './failure.js';
import { words } from './messages.js';
import type { Reference } from './reference.js';
import { useShownScreen } from './shown-screen.js';

/** What there is to say about a failure on a screen of a team's own. */
export type FailureFacts = {
  /** `failed`: to blame is the site. `outage`: the network is. `outdated`: the page is of an older build, and is reloading. */
  cause: 'failed' | 'outage' | 'outdated';
  side: Side;
  title: string;
  /** The sentence that names side and host. Empty: the site is not to blame. */
  message: string;
  /** What a visitor can quote. `undefined`: nothing was reported, or not yet. */
  reference: Reference | undefined;
  /** What has become of the event. */
  event: EventState;
  /** When it failed; for a failure of the server, when the browser had heard of it. */
  failedAt: Date;
};

/**
 * The facts of a failure, for a team that draws its own screen: in the component of an `error.tsx` or `global-error.tsx`, or in the
 * fallback of a boundary. An error of the browser that nobody has reported by then is reported. The error's own message is never
 * among the facts: it may tell visitors what is not meant for them.
 * @param error as Next or the boundary hands it on
 */
export function useFailure(error: unknown): FailureFacts {
  const reference = useReference(error);
  const event = useEventOf(reference);
  useShownScreen(reference, event);
  const [shownAt] = useState(() => new Date());
  const side = hasDigest(error) ? 'server' : 'client';
  const host = typeof location === 'undefined' ? undefined : location.hostname;
  const common = { side, reference, event, failedAt: reference?.failedAt ?? shownAt } as const;
  if (browserReporter.isOutdated(error)) return { ...common, cause: 'outdated', title: words.updated, message: '' };
  const outage = browserReporter.outages.get(error as object);
  if (outage !== undefined) return { ...common, cause: 'outage', title: outage, message: '' };
  const message = applicationErrorMessage(host === undefined ? undefined : side, host);
  return { ...common, cause: 'failed', title: words.failed, message };
}
