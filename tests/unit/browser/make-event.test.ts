// @vitest-environment happy-dom
import { Scope, type Event, type ScopeData } from '@sentry/core';
import { expect, test, vi } from 'vitest';
import { makeEvent } from '../../../candor/src/browser/make-event';
import type { BrowserFailure, Report, SdkEvent } from '../../../candor/src/browser/report';
import { aFailure } from './make-reports';

// Node would resolve this to the server's SDK.
vi.mock('@sentry/nextjs', () => vi.importActual('@sentry/browser'));

const traceId = 'a'.repeat(32);
const eventOf = (report: Report) => makeEvent(report, { environment: 'staging', release: report.release, traceId });
const eventOfFailure = (unlike: Partial<BrowserFailure> = {}, thrown = new Error('x')) =>
  eventOf(aFailure(thrown, unlike));
const scopeOf = (set: (scope: Scope) => Scope): ScopeData => set(new Scope()).getScopeData();

/** An event that the application has made with the SDK. */
function anSdkEvent(event: Event, scopes: ScopeData[] = []): SdkEvent {
  const { eventId, at, url, release, breadcrumbs } = aFailure(undefined);
  return { eventId, at, url, release, breadcrumbs, event, scopes };
}

test('the components around an error are the first of its causes, and a context', async () => {
  const componentStack = `\n    at Fails (${location.origin}/_next/static/chunks/a.js:1:2)\n    at main`;
  const thrown = new TypeError('x', { cause: new Error('why') });
  const event = await eventOfFailure({ noticedBy: 'boundary', componentStack }, thrown);
  const frame: unknown = expect.objectContaining({ function: 'Fails', lineno: 1, colno: 2 });
  expect(event.exception?.values).toMatchObject([
    {
      type: 'React ErrorBoundary TypeError',
      value: 'x',
      stacktrace: { frames: expect.arrayContaining([frame]) },
      mechanism: { type: 'chained', source: 'cause', exception_id: 2, parent_id: 0 },
    },
    { value: 'why', mechanism: { exception_id: 1, parent_id: 0 } },
    { value: 'x', mechanism: { type: 'candor.boundary', handled: false, exception_id: 0 } },
  ]);
  expect(event.contexts).toMatchObject({ react: { componentStack } });
});

test.each([
  ['report', true, 'error'],
  ['sdk', true, 'error'],
  ['boundary', false, 'error'],
  ['recovery', true, 'warning'],
] as const)('an error noticed by %s says so', async (noticedBy, handled, level) => {
  const exception = { values: [{ mechanism: { type: `candor.${noticedBy}`, handled } }] };
  expect(await eventOfFailure({ noticedBy, handled })).toMatchObject({ level, exception });
});

test('an event has what the application has set, the nearer scope over the farther one and its own over both', async () => {
  const far = scopeOf((scope) =>
    scope.setTags({ a: 'far', b: 'far', c: 'far' }).setUser({ id: '7', email: 'a@b.example' }),
  );
  const near = scopeOf((scope) => {
    scope.setTags({ b: 'near', c: 'near' }).setExtra('step', 2);
    return scope.setContext('basket', { items: 3 }).setFingerprint(['mine']);
  });
  const event = await eventOf(anSdkEvent({ message: 'words', level: 'info', tags: { c: 'own' } }, [far, near]));
  expect(event).toMatchObject({
    message: 'words',
    level: 'info',
    tags: { a: 'far', b: 'near', c: 'own' },
    extra: { step: 2 },
    contexts: { basket: { items: 3 }, trace: { trace_id: traceId } },
    fingerprint: ['mine'],
    user: { id: '7' },
    environment: 'staging',
  });
});

test('the level and the transaction that the application has set count', async () => {
  const scope = scopeOf((made) => made.setLevel('fatal').setTransactionName('checkout'));
  expect(await eventOfFailure({ scopes: [scope] })).toMatchObject({ level: 'fatal', transaction: 'checkout' });
});

test('what the application has set is scrubbed, and bounded where it contains itself', async () => {
  const itself: Record<string, unknown> = { password: 'hunter2' };
  itself.again = itself;
  const scope = scopeOf((made) => made.setExtra('state', itself).addBreadcrumb({ message: 'token=hunter2' }));
  const text = JSON.stringify(await eventOfFailure({ scopes: [scope] }));
  expect(text).toContain('"state":{"password":"[masked]"');
  expect(text).not.toContain('hunter2');
});

test('breadcrumbs of the application come after those of the page', async () => {
  const scopes = [scopeOf((made) => made.addBreadcrumb({ message: 'theirs' }))];
  const event = await eventOfFailure({ breadcrumbs: [{ message: 'ours', timestamp: 1 }], scopes });
  expect(event.breadcrumbs).toMatchObject([{ message: 'ours' }, { message: 'theirs' }]);
});

test('feedback that the application sends keeps the address for a reply, and loses secrets', async () => {
  const reply = { contact_email: 'jo@example.org' };
  const feedback = { ...reply, message: 'password=hunter2 failed', url: `${location.href}?token=x` };
  const report = anSdkEvent({ type: 'feedback', contexts: { feedback } } as Event);
  expect(await eventOf(report)).toMatchObject({
    type: 'feedback',
    event_id: report.eventId,
    contexts: { feedback: { ...reply, message: 'password=[masked] failed', url: report.url } },
  });
});

test('an event is named by the route that its page showed, also when another page makes it', async () => {
  const segments = ['', 'items', ['id', '42', 'd']];
  expect(await eventOfFailure({ segments })).toMatchObject({ transaction: '/items/[id]' });
  expect((await eventOfFailure()).transaction).toBeUndefined();
});

test('an event says how many equal errors it stands for', async () => {
  expect((await eventOfFailure({ repeats: 9_999 })).extra).toEqual({ repeats: 9_999 });
  expect((await eventOfFailure()).extra).toBeUndefined();
});
