// @vitest-environment happy-dom
import { Scope, type Event as SentryEvent, type ScopeData } from '@sentry/core';
import { describe, expect, test, vi } from 'vitest';
import { makeEvent } from '../../../candor/src/browser/make-event';
import type { BrowserFailure, Report, SdkEvent } from '../../../candor/src/browser/report';
import type { SdkOptions } from '../../../candor/src/shared/define-sdk-options';
import { makeEnvelope } from '../../../candor/src/browser/make-envelope';
import { takeConsole } from '../../support/quiet-console';
import { aFailure, fail, unreadable } from './make-reports';

// Node would resolve this to the server's SDK.
vi.mock('@sentry/nextjs', () => vi.importActual('@sentry/browser'));

const traceId = 'a'.repeat(32);
const eventOf = (report: Report) => makeEvent(report, { environment: 'staging', release: report.release, traceId });
const eventOfFailure = (unlike: Partial<BrowserFailure> = {}, thrown = new Error('x')) =>
  eventOf(aFailure(thrown, unlike));
const scopeOf = (set: (scope: Scope) => Scope): ScopeData => set(new Scope()).getScopeData();

/** An event that the application has made with the SDK. */
function anSdkEvent(event: SentryEvent, scopes: ScopeData[] = []): SdkEvent {
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
  const user = { id: '7', email: 'a@b.example' };
  const far = scopeOf((scope) => scope.setTags({ a: 'far', b: 'far', c: 'far' }).setUser(user));
  const fatal = scopeOf((scope) => scope.setLevel('fatal'));
  const near = scopeOf((scope) => {
    scope.setTags({ b: 'near', c: 'near' }).setExtra('step', 2).addBreadcrumb({ message: 'theirs' });
    return scope.setContext('basket', { items: 3 }).setFingerprint(['mine']).setTransactionName('checkout');
  });
  const set = {
    extra: { step: 2 },
    contexts: { basket: { items: 3 }, trace: { trace_id: traceId } },
    fingerprint: ['mine'],
    user: { id: '7' },
    environment: 'staging',
    transaction: 'checkout',
  };
  const event = await eventOf(anSdkEvent({ message: 'words', level: 'info', tags: { c: 'own' } }, [far, near]));
  const own = { message: 'words', level: 'info', tags: { a: 'far', b: 'near', c: 'own' } };
  expect(event).toMatchObject({ ...set, ...own });
  const failed = await eventOfFailure({ breadcrumbs: [{ message: 'ours', timestamp: 1 }], scopes: [fatal, far, near] });
  expect(failed).toMatchObject({ ...set, level: 'fatal', breadcrumbs: [{ message: 'ours' }, { message: 'theirs' }] });
});

test('what the application has set is scrubbed, and bounded where it contains itself', async () => {
  const itself: Record<string, unknown> = { password: 'hunter2' };
  itself.again = itself;
  const scope = scopeOf((made) => made.setExtra('state', itself).addBreadcrumb({ message: 'token=hunter2' }));
  const text = JSON.stringify(await eventOfFailure({ scopes: [scope] }));
  expect(text).toContain('"state":{"password":"[masked]"');
  expect(text).not.toContain('hunter2');
});

test('feedback that the application sends keeps the address for a reply, and loses secrets', async () => {
  const reply = { contact_email: 'jo@example.org' };
  const feedback = { ...reply, message: 'password=hunter2 failed', url: `${location.href}?token=x` };
  const report = anSdkEvent({ type: 'feedback', contexts: { feedback } } as SentryEvent);
  expect(await eventOf(report)).toMatchObject({
    type: 'feedback',
    event_id: report.eventId,
    contexts: { feedback: { ...reply, message: 'password=[masked] failed', url: report.url } },
  });
});

test.each<[string, Partial<BrowserFailure>, object]>([
  ['the route that its page showed', { segments: ['', 'items', ['id', '42', 'd']] }, { transaction: '/items/[id]' }],
  ['how many equal errors it stands for', { repeats: 9_999 }, { extra: { repeats: 9_999 } }],
  ['neither where there are none', {}, { transaction: undefined, extra: undefined }],
])('an event says %s', async (_, unlike, said) => {
  expect(await eventOfFailure(unlike)).toMatchObject(said);
});

test.each<[string, unknown]>([
  ['an object whose keys cannot be read', new Proxy({}, { ownKeys: fail })],
  ['an object that cannot be read at all', new Proxy({}, { getPrototypeOf: fail, get: fail, has: fail })],
  ['an error whose message cannot be read', unreadable('message')],
  ['an error whose stack cannot be read', unreadable('stack')],
])('the event of %s says that it cannot be read', async (_, thrown) => {
  const { exception } = await eventOf(aFailure(thrown, { noticedBy: 'boundary' }));
  expect(exception).toMatchObject({ values: [{ value: 'An unreadable object' }] });
});

test('no breadcrumb is later than its failure, though the clock was set back in between', async () => {
  const at = new Date(Date.UTC(2026, 10, 20, 12, 29, 5, 999));
  const breadcrumbs = [{ message: 'button#buy', timestamp: at.getTime() / 1000 + 3_600 }];
  const event = await eventOfFailure({ at, breadcrumbs });
  expect(event).toMatchObject({ timestamp: at.getTime() / 1000, breadcrumbs: [{ timestamp: at.getTime() / 1000 }] });
});

test('the team’s tags are on every event, and its release on those of this build only', async () => {
  const options = { release: 'of the team', tags: { team: 'shop' } };
  const made = (release: string) => makeEnvelope(aFailure(new Error('x'), { release }), 'staging', options);
  for (const [release, expected] of [
    ['', 'of the team'],
    ['earlier', 'earlier'],
  ] as const) {
    const [header, [item]] = await made(release);
    expect(item?.[1]).toMatchObject({ release: expected, environment: 'staging', tags: { team: 'shop' } });
    expect(header.trace).toMatchObject({ release: expected });
  }
});

test('the team’s beforeSend gets what was thrown; what it adds is scrubbed, and one that throws drops nothing', async () => {
  const beforeSend = (event: object, { originalException }: { originalException?: unknown }) => {
    if ((originalException as Error).message === 'broken') throw new Error('of the team');
    return { ...event, extra: { note: 'password=hunter2' } };
  };
  const about = { environment: 'staging', release: 'x', traceId };
  const extraOf = async (message: string) =>
    (await makeEvent(aFailure(new Error(message), { noticedBy: 'boundary' }), about, { beforeSend } as SdkOptions))
      .extra;
  expect([await extraOf('kept'), await extraOf('broken')]).toEqual([{ note: 'password=[masked]' }, undefined]);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('the event goes without it. Error: of the team')]);
});

describe('whose fault it is', () => {
  const stackOf = (...files: string[]) => `Error: x\n${files.map((file) => `    at run (${file}:1:2)`).join('\n')}`;
  const errorFrom = (...files: string[]) => Object.assign(new Error('x'), { stack: stackOf(...files) });
  const ours = `${location.origin}/_next/static/chunks/a.js`;
  const extension = 'chrome-extension://abc/inpage.js';
  const rejected = { noticedBy: 'unhandledrejection' } as const;
  const reasonOf = (making: Promise<unknown>) => making.then(() => 'an event').catch(({ message }: Error) => message);

  test.each([
    [extension, 'an extension'],
    ['moz-extension://abc/a.js', 'an extension'],
    ['safari-web-extension://abc/a.js', 'an extension'],
    ['webkit-masked-url://hidden/', 'an extension'],
    ['user-script:12', 'an extension'],
    ['iabjs://instagram/a.js', 'an extension'],
    ['https://tags.example/a.js', 'a script of another site'],
    [`${location.origin}/cdn-cgi/challenge-platform/a.js`, 'a script that something in front of the site wrote'],
    [ours, 'an event'],
    [`${location.origin}/docs/_next/static/chunks/a.js`, 'an event'],
    [`${location.origin}/own.js`, 'an event'],
    [location.href, 'an event'],
    ['<anonymous>', 'an event'],
  ])('an error of %s is %s', async (file, what) => {
    expect(await reasonOf(eventOfFailure(rejected, errorFrom(file)))).toBe(what);
  });

  test('frames of others do not count as this site’s where both are', async () => {
    const { level, tags, exception } = await eventOfFailure(rejected, errorFrom(extension, ours));
    expect([level, tags]).toEqual(['error', undefined]);
    expect(exception?.values?.[0]?.stacktrace?.frames).toMatchObject([{ in_app: true }, { in_app: false }]);
  });

  test('an object without frames is a warning of unknown origin, with the tags that its event has', async () => {
    const event = await eventOf(aFailure({ code: 'E42' }, rejected));
    expect(event).toMatchObject({ level: 'warning', tags: { origin: 'unknown' } });
    expect(event.exception?.values?.[0]?.value).toContain('code');
  });

  test('the name of an exception without a stack counts, and the words of an error with one do not', async () => {
    const message = 'Transition was skipped. New ViewTransition started';
    const skipped = { name: 'AbortError', message, [Symbol.toStringTag]: 'DOMException' }; // Chromium gives it no stack.
    const ofObject = { code: 4001, message: 'rejected', stack: stackOf(extension) };
    expect(await reasonOf(eventOf(aFailure(ofObject, rejected)))).toBe('an extension');
    expect(await reasonOf(eventOf(aFailure(skipped, rejected)))).toBe('a view transition was skipped');
    const ofTeam = Object.assign(errorFrom(ours), { message: 'AbortError: of the team' });
    expect(await reasonOf(eventOf(aFailure(ofTeam, rejected)))).toBe('an event');
  });

  test.each([
    ['of this build', ours, 'an event'],
    ['of an extension', extension, 'an extension'],
    ['that is not named', '', 'an event'],
  ])('a string thrown by a script %s is judged by the name of the script', async (_, file, what) => {
    expect(await reasonOf(eventOf(aFailure('words', { noticedBy: 'error', file })))).toBe(what);
  });

  test('of an event that an element dispatched it names the element and what could not be loaded, without the query', async () => {
    const dispatched = (name: string, attributes: object) =>
      new Promise<Event>((resolve) => {
        const element = Object.assign(document.createElement(name), attributes);
        element.addEventListener('error', resolve);
        element.dispatchEvent(new Event('error'));
      });
    const valueOf = async (thrown: unknown) =>
      (await eventOf(aFailure(thrown, rejected))).exception?.values?.[0]?.value;
    const script = await dispatched('script', { src: '/blocked.js?token=x' });
    expect(await valueOf(script)).toBe('<script> /blocked.js could not be loaded');
    const picture = await dispatched('img', { src: 'https://pictures.example/a.png#x' });
    expect(await valueOf(picture)).toBe('<img> https://pictures.example/a.png could not be loaded');
    expect(await eventOf(aFailure(script, rejected))).toMatchObject({ level: 'error' });
    expect(await valueOf(new Event('error'))).toContain('Event');
  });

  test('an error on texts that a translator replaced is a warning in one group', async () => {
    document.documentElement.className = 'translated-ltr';
    const thrown = Object.assign(errorFrom(ours), { name: 'NotFoundError' });
    const event = await eventOfFailure({ noticedBy: 'boundary' }, thrown);
    document.documentElement.className = '';
    const group = { tags: { translated: true }, fingerprint: ['a translated page'] };
    expect(event).toMatchObject({ level: 'warning', ...group });
    expect((await eventOfFailure({ noticedBy: 'boundary' }, thrown)).level).toBe('error');
  });

  test('a team can have these events all the same', async () => {
    const about = { environment: 'staging', release: 'x', traceId };
    const options = { reportAlso: ['an extension' as const] };
    expect(await makeEvent(aFailure(errorFrom(extension), rejected), about, options)).toMatchObject({ level: 'error' });
  });
});
