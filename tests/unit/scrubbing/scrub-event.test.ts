import * as Sentry from '@sentry/nextjs';
import { SDK_VERSION, type ErrorEvent, type FeedbackEvent } from '@sentry/core';
import { expect, test } from 'vitest';
import { sdkOptions } from '../../../candor/src/server/sdk-options';
import { scrubEvent, scrubFeedback } from '../../../candor/src/scrubbing/scrub-event';

const id = '0123456789abcdef0123456789abcdef';
const scrubbed = (fields: Partial<ErrorEvent>) => scrubEvent({ type: undefined, event_id: id, ...fields });

test('scrubs the values of every exception, causes included, and keeps their frames', () => {
  const frame = { filename: 'app:///token.js', lineno: 12, colno: 3, context_line: "throw new Error('password=' + p)" };
  const value = (text: string) => ({ type: 'Error', value: text, stacktrace: { frames: [frame] } });
  const { exception } = scrubbed({ exception: { values: [value('password=hunter2'), value('token: abc')] } });
  expect(exception?.values).toEqual([value('password=[masked]'), value('token: [masked]')]);
});

test('removes variables from frames, and the query from the URL of a script', () => {
  const page = 'https://candor.test/a?who=jo';
  const frames = [{ filename: page, abs_path: page, lineno: 1, vars: { who: 'jo' } }];
  const kept = [{ filename: 'https://candor.test/a', abs_path: 'https://candor.test/a', lineno: 1 }];
  expect(scrubbed({ exception: { values: [{ stacktrace: { frames } }] } }).exception).toEqual({
    values: [{ stacktrace: { frames: kept } }],
  });
});

test('keeps only the method, the URL without query, and the browser of a request', () => {
  const request = {
    method: 'POST',
    url: 'https://candor.test/reset/jo@example.org?who=jo#part',
    query_string: 'who=jo',
    cookies: { a: 'b' },
    data: 'body',
    env: { REMOTE_ADDR: '203.0.113.7' },
    headers: { 'User-Agent': 'Browser/1', Cookie: 'a=b', 'X-Forwarded-For': '203.0.113.7' },
  };
  expect(scrubbed({ request }).request).toEqual({
    method: 'POST',
    url: 'https://candor.test/reset/[masked]',
    headers: { 'User-Agent': 'Browser/1' },
  });
});

test.each([
  [{ id: '7', email: 'jo@example.org', username: 'jo', ip_address: '203.0.113.7' }, { id: '7' }],
  [{ id: 'jo@example.org', email: 'jo@example.org' }, { id: '[masked]' }],
  [{ email: 'jo@example.org' }, undefined],
])('of the user %j it keeps only the id, scrubbed', (user, kept) => {
  expect(JSON.parse(JSON.stringify(scrubbed({ user })))).toEqual({ event_id: id, ...(kept && { user: kept }) });
});

test('scrubs messages, tags, extra and contexts by value and by name, and keeps ids', () => {
  const trace = { trace_id: id, span_id: '4111111111111112' };
  expect(
    scrubbed({
      message: 'token=abc',
      logentry: { message: 'jo@example.org', params: ['password=x'] },
      transaction: 'GET /a?who=jo',
      tags: { digest: id, to: 'jo@example.org', count: 3 },
      extra: { __serialized__: { password: 'hunter2', pin: 1234, of: ['jo@example.org'], none: null } },
      contexts: { trace, visit: { session_id: 'abc' } },
    }),
  ).toMatchObject({
    event_id: id,
    message: 'token=[masked]',
    logentry: { message: '[masked]', params: ['password=[masked]'] },
    transaction: 'GET /a?[masked]',
    tags: { digest: id, to: '[masked]', count: 3 },
    extra: { __serialized__: { password: '[masked]', pin: '[masked]', of: ['[masked]'], none: null } },
    contexts: { trace, visit: { session_id: '[masked]' } },
  });
});

test('replaces values under a secret name, at any depth and in every form of headers', () => {
  const header = (name: string, value: string) => ({ name, value });
  const extra = {
    credentials: { user: 'jo', keys: [{ id: 7, active: true, none: null }] },
    request: { headers: [header('Cookie', 'a=b'), header('Accept', '*/*')] },
    rawHeaders: ['Host', 'x.test', 'Authorization', 'Bearer x', 'X-Api-Key', 'abc'],
    entries: Object.entries({ password: 'hunter2', name: 'jo' }),
    usage: { prompt_tokens: 12 },
  };
  expect(scrubbed({ extra, tags: { token: 'abc', 'session.id': 'abc', page: 'a' } })).toMatchObject({
    extra: {
      credentials: { user: '[masked]', keys: [{ id: '[masked]', active: true, none: null }] },
      request: { headers: [header('Cookie', '[masked]'), header('Accept', '*/*')] },
      rawHeaders: ['Host', 'x.test', 'Authorization', '[masked]', 'X-Api-Key', '[masked]'],
      entries: Object.entries({ password: '[masked]', name: 'jo' }),
      usage: { prompt_tokens: 12 },
    },
    tags: { token: '[masked]', 'session.id': '[masked]', page: 'a' },
  });
});

test('keeps a schema’s messages about a secret, and the names of fields', () => {
  const extra = {
    errors: { password: ['Too small: expected string to have >=8 characters'], token: ['Required'] },
    issues: [{ code: 'invalid_type', path: ['user', 'password'], message: 'Invalid input' }],
    keys: ['password', 'token'],
  };
  expect(scrubbed({ extra }).extra).toEqual(extra);
});

test('accepts every key and depth that JSON can have', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`) as unknown;
  const extra = JSON.parse('{"__proto__":{"password":"x"},"constructor":1,"jo@example.org":1}') as ErrorEvent['extra'];
  expect(JSON.stringify(scrubbed({ extra }).extra)).toBe(
    '{"__proto__":{"password":"[masked]"},"constructor":1,"[masked]":1}',
  );
  expect(JSON.stringify(scrubbed({ extra: { deep } }).extra)).toContain('["[masked]"]');
});

test('scrubs breadcrumbs, and removes the query from their URLs', () => {
  const navigation = { timestamp: 1, category: 'navigation', data: { from: '/a?who=jo', to: '/b#part' } };
  const data = { url: '/c?d', 'http.query': 'who=jo', status: 200 };
  const fetched = { timestamp: 2, category: 'fetch', message: 'token=abc', data };
  expect(scrubbed({ breadcrumbs: [navigation, fetched] }).breadcrumbs).toEqual([
    { ...navigation, data: { from: '/a', to: '/b' } },
    { ...fetched, message: 'token=[masked]', data: { url: '/c', 'http.query': '[masked]', status: 200 } },
  ]);
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
