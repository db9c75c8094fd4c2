import type { Delivery } from '../delivery/delivery.js';
import { keepByRequest } from '../failures/keep-process.js';
import { createWaitingLines, writeAtExit } from '../failures/waiting-lines.js';
import { holdEnd } from '../http/rewrite-response.js';
import { requestContext } from '../http/request-context.js';
import { createServerTransport } from '../failures/capture.js';
import type { Log } from '../shared/log-messages.js';
import type { Sources } from './open-sources.js';
import type { Settings } from './settings.js';
import { sharedProcess } from './shared-process.js';

/** Gives both runtimes of a server process what lines and events of failures need. */
export function shareProcess(
  { lifetime }: Settings,
  log: Log,
  { delivery, sources }: { delivery: Delivery | undefined; sources: Sources | undefined },
) {
  const sink = delivery && { delivery, transport: createServerTransport(delivery, sources?.buildId) };
  const lines = sharedProcess().lines ?? (sources && writeAtExit(createWaitingLines(sources)));
  const keepProcess = lifetime === 'request' ? keepByRequest({ delivery, lines, holdResponse }) : undefined;
  Object.assign(sharedProcess(), { log, sink, sources, lines, keepProcess });
  return { lines, sink };
}

export async function openDevelopmentSources(): Promise<Sources | undefined> {
  if (process.env.NODE_ENV !== 'development') return undefined;
  const { developmentSources } = await import('./development-sources.js');
  return developmentSources();
}

function holdResponse(until: Promise<void>): void {
  const response = requestContext()?.response;
  if (response) holdEnd(response, until);
}
