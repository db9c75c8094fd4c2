import type { Event, ScopeData } from '@sentry/core';

/**
 * The event with what the application has set with the SDK, as the SDK's own client adds it: what the event says itself counts more,
 * but for its level and its transaction.
 */
export function withScopes(event: Event, scopes: ScopeData[]): Event {
  const merged = (key: 'tags' | 'extra' | 'user' | 'contexts') => {
    const fields: object = Object.assign({}, ...scopes.map((scope) => scope[key]), event[key]);
    return Object.keys(fields).length > 0 ? { [key]: fields } : {};
  };
  const listed = (key: 'fingerprint' | 'breadcrumbs') => {
    const items = [event[key] ?? [], ...scopes.map((scope) => scope[key])].flat();
    return items.length > 0 ? { [key]: items } : {};
  };
  const last = (key: 'level' | 'transactionName') => scopes.findLast((scope) => scope[key])?.[key];
  return {
    ...event,
    ...merged('tags'),
    ...merged('extra'),
    ...merged('user'),
    ...merged('contexts'),
    ...listed('fingerprint'),
    ...listed('breadcrumbs'),
    level: last('level') ?? event.level,
    transaction: last('transactionName') ?? event.transaction,
  } as Event;
}
