import { applyAggregateErrorsToEvent, type ErrorEvent, type Event as SentryEvent, type Exception } from '#sentry/core';
import { defaultStackParser, eventFromException, exceptionFromError } from '@sentry/nextjs';
import type { BrowserFailure } from './report.js';

const maxCauses = 5; // As the SDK's own client.

/** The event of a thrown value: its exception after its causes, and the components around the one that threw. */
export async function errorEvent(report: BrowserFailure): Promise<ErrorEvent> {
  const { thrown, noticedBy, handled = false, componentStack } = report;
  const event = await readThrown(thrown);
  const exceptions = event.exception?.values ?? [];
  const captured = exceptions.find(({ mechanism }) => mechanism?.exception_id === 0) ?? exceptions[0];
  if (captured) captured.mechanism = { ...captured.mechanism, handled, type: `candor.${noticedBy}` };
  const level = noticedBy === 'recovery' ? 'warning' : event.level;
  const made: ErrorEvent = { ...event, type: undefined, level };
  if (!captured || !componentStack) return made;
  return {
    ...made,
    exception: { values: withComponents(exceptions, captured, componentStack) },
    contexts: { react: { componentStack } },
  };
}

async function readThrown(thrown: unknown): Promise<SentryEvent> {
  try {
    const event = await eventFromException(defaultStackParser, thrown);
    const hint = { originalException: thrown };
    applyAggregateErrorsToEvent(exceptionFromError, defaultStackParser, 'cause', maxCauses, event, hint);
    const [exception] = event.exception?.values ?? [];
    if (exception) exception.value = notLoaded(thrown) ?? exception.value;
    return event;
  } catch {
    return eventFromException(defaultStackParser, 'An unreadable object'); // A proxy or a getter threw; its own error says no more.
  }
}

/** What could not be loaded, by the event that its element dispatched: otherwise all of these would be one group. */
export function notLoaded(thrown: unknown): string | undefined {
  if (!(thrown instanceof Event) || !(thrown.target instanceof Element)) return undefined;
  const { type, target } = thrown;
  const { src, href } = target as { src?: string; href?: string };
  if (type !== 'error' || !URL.canParse(src ?? href ?? '')) return undefined;
  const { origin, pathname } = new URL(src ?? href ?? '');
  return `<${target.localName}> ${origin === location.origin ? '' : origin}${pathname} could not be loaded`;
}

/** Adds the components as a cause: services resolve its frames by the uploaded source maps, and show a context as it is. */
function withComponents(exceptions: Exception[], captured: Exception, componentStack: string): Exception[] {
  captured.mechanism = { type: 'generic', exception_id: 0, ...captured.mechanism };
  const components: Exception = {
    type: `React ErrorBoundary ${captured.type ?? 'Error'}`,
    value: captured.value,
    stacktrace: { frames: defaultStackParser(componentStack) },
    mechanism: { type: 'chained', handled: true, source: 'cause', exception_id: exceptions.length, parent_id: 0 },
  };
  return [components, ...exceptions];
}
