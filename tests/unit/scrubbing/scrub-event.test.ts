import * as Sentry from '@sentry/nextjs';
import { SDK_VERSION, type ErrorEvent, type FeedbackEvent } from '@sentry/core';
import { expect, test } from 'vitest';
import { sdkOptions } from '../../../candor/src/sdk/sdk-client';
import { scrubEvent, scrubFeedback } from '../../../candor/src/scrubbing/scrub-event';

const id = '0123456789abcdef0123456789abcdef';
const scrubbed = (fields: Partial<ErrorEvent>) => scrubEvent({ type: undefined, event_id: id, ...fields });

const mask = '[masked]';
const frame = { filename: 'app:///token.js', lineno: 12, colno: 3, context_line: "throw new Error('password=' + p)" };
const thrown = (value: string) => ({ type: 'Error', value, stacktrace: { frames: [frame] } });
const trace = { trace_id: id, span_id: '4111111111111112' };
const fetched = { timestamp: 2, category: 'fetch' };
const header = (name: string, value: string) => ({ name, value });

test.each<[what: string, fieldsOf: (secret: string, address: string, id: unknown) => Partial<ErrorEvent>]>([
  ['message', (secret) => ({ message: `token=${secret}` })],
  ['parts of a message', (secret, address) => ({ logentry: { message: address, params: [`password=${secret}`] } })],
  ['transaction', (secret) => ({ transaction: `GET /a?${secret}` })],
  ['exceptions', (secret) => ({ exception: { values: [thrown(`password=${secret}`), thrown(`token: ${secret}`)] } })],
  ['user', (_, address) => ({ user: { id: address } })],
  ['breadcrumbs', (secret) => ({ breadcrumbs: [{ ...fetched, message: `token=${secret}`, data: { status: 200 } }] })],
  ['contexts', (secret) => ({ contexts: { trace, visit: { session_id: secret } } })],
  ['tags', (secret, address) => ({ tags: { digest: id, to: address, count: 3, token: secret, 'session.id': secret } })],
  [
    'extra, at any depth and in every form of headers',
    (secret, address, id) => ({
      extra: {
        __serialized__: { password: secret, pin: id, of: [address], none: null },
        credentials: { user: secret, keys: [{ id, active: true, none: null }] },
        request: { headers: [header('Cookie', secret), header('Accept', '*/*')] },
        rawHeaders: ['Host', 'x.test', 'Authorization', secret, 'X-Api-Key', secret],
        entries: Object.entries({ password: secret, name: 'jo' }),
      },
    }),
  ],
])('secrets are masked in the %s of an event, and all else stays', (_, fieldsOf) => {
  const kept = scrubbed(fieldsOf('hunter2', 'jo@example.org', 7));
  expect(kept).toEqual({ type: undefined, event_id: id, ...fieldsOf(mask, mask, mask) });
});

const [page, plain] = ['https://candor.test/a?who=jo', 'https://candor.test/a'];
const ofFetch = (data: object) => ({ breadcrumbs: [{ ...fetched, data }] });
const withVars = { filename: page, abs_path: page, lineno: 1, vars: { who: 'jo' } };
const browser = { 'User-Agent': 'Browser/1' };
const requested = {
  ...{ method: 'POST', query_string: 'who=jo', cookies: { a: 'b' }, data: 'body', env: { REMOTE_ADDR: '203.0.113.7' } },
  headers: { ...browser, Cookie: 'a=b', 'X-Forwarded-For': '203.0.113.7' },
};
const person = { email: 'jo@example.org', username: 'jo', ip_address: '203.0.113.7' };
const withQueries = { url: '/c?d', from: '/a?who=jo', to: '/b#part', 'http.query': 'who=jo' };
const withoutQueries = { url: '/c', from: '/a', to: '/b', 'http.query': mask };

test.each<[what: string, given: Partial<ErrorEvent>, kept: Partial<ErrorEvent>]>([
  [
    'a frame has no variables, and no query in its address',
    { exception: { values: [{ stacktrace: { frames: [withVars] } }] } },
    { exception: { values: [{ stacktrace: { frames: [{ filename: plain, abs_path: plain, lineno: 1 }] } }] } },
  ],
  [
    'a request has its method, its address without a query, and its browser only',
    { request: { ...requested, url: `${plain}/reset/jo@example.org?who=jo#part` } },
    { request: { method: 'POST', url: `${plain}/reset/[masked]`, headers: browser } },
  ],
  ['a user has an id only', { user: { ...person, id: '7' } }, { user: { id: '7' } }],
  ['a user without an id is left out', { user: person }, {}],
  ['a breadcrumb has no query in its addresses', ofFetch(withQueries), ofFetch(withoutQueries)],
])('of an event %s', (_, given, kept) => {
  expect(JSON.parse(JSON.stringify(scrubbed(given)))).toEqual({ event_id: id, ...kept });
});

test('keeps a schema’s messages about a secret, the names of fields, and counts', () => {
  const extra = {
    errors: { password: ['Too small: expected string to have >=8 characters'], token: ['Required'] },
    issues: [{ code: 'invalid_type', path: ['user', 'password'], message: 'Invalid input' }],
    ...{ keys: ['password', 'token'], usage: { prompt_tokens: 12 } },
  };
  expect(scrubbed({ extra }).extra).toEqual(extra);
});

test('accepts every key and depth that JSON can have', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`) as unknown;
  const extra = JSON.parse('{"__proto__":{"password":"x"},"constructor":1,"jo@example.org":1}') as ErrorEvent['extra'];
  const kept = '{"__proto__":{"password":"[masked]"},"constructor":1,"[masked]":1}';
  expect(JSON.stringify(scrubbed({ extra }).extra)).toBe(kept);
  expect(JSON.stringify(scrubbed({ extra: { deep } }).extra)).toContain('["[masked]"]');
});

test('the shared options of the SDKs scrub every event, and turn off every category of data collection', ({ skip }) => {
  expect(sdkOptions.beforeSend).toBe(scrubEvent);
  skip(SDK_VERSION.startsWith('10.'), 'Version 10 has no categories.');
  const client = Sentry.init({ ...sdkOptions, dsn: 'https://key@candor.invalid/1', enableOpenTelemetrySetup: false });
  expect(client?.getDataCollectionOptions()).toEqual(sdkOptions.dataCollection);
});

test('a feedback keeps its e-mail address, and no secret', () => {
  const feedback = { message: 'password=hunter2, write to jo@example.org', contact_email: 'jo@example.org' };
  const contexts = { feedback, own: { token: 'hunter2' } };
  const event = { type: 'feedback', contexts, user: { email: 'jo@example.org' } };
  const kept = { ...feedback, message: 'password=[masked], write to jo@example.org' };
  const sent = { type: 'feedback', contexts: { feedback: kept, own: { token: '[masked]' } } };
  expect(JSON.parse(JSON.stringify(scrubFeedback(event as unknown as FeedbackEvent)))).toEqual(sent);
});
