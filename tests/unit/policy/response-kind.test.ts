import { describe, expect, test } from 'vitest';
import { responseKind } from '../../../candor/src/policy/response-kind';

const kindOf = (contentType: unknown, head: { status?: number; destination?: string } = {}) =>
  responseKind({ status: 200, destination: undefined, contentType, ...head });

describe('a resource', () => {
  test.each(
    [
      ['application/javascript; charset=UTF-8', 'text/javascript', 'text/x-component'],
      ['text/css; charset=UTF-8', 'text/css;charset=utf-8', 'TEXT/CSS'],
      ['application/json', 'application/json; charset=utf-8', 'application/problem+json', 'application/manifest+json'],
      ['font/woff2', 'image/png', 'image/jpeg', 'image/x-icon'],
    ].flat(),
  )('is %s', (contentType) => expect(kindOf(contentType)).toBe('resource'));

  test.each(['script', 'style', 'font', 'image', 'manifest', 'empty', undefined])(
    'is a script that is requested as %s',
    (destination) => expect(kindOf('text/javascript', { destination })).toBe('resource'),
  );
});

test('a list of one type is that type, as Next hands it on', () => {
  expect(kindOf(['application/json'])).toBe('resource');
  expect(kindOf(['text/html'])).toBe('document');
});

describe('a document', () => {
  const documents: [string, unknown[]][] = [
    ['HTML, in any charset', ['text/html; charset=utf-8', 'text/html;charset=UTF-7', 'TEXT/HTML;CHARSET="utf-8"']],
    ['XML', ['text/xml', 'application/xml', 'application/xhtml+xml', 'image/svg+xml', 'application/rss+xml']],
    ['parts that replace one another', ['multipart/x-mixed-replace; boundary=x']],
    ['PDF, plain text or a file to download', ['application/pdf', 'text/plain', 'application/octet-stream']],
    ['an unknown type', ['application/x-unknown', 'image/x-unknown']],
    ['what only begins or ends like JSON', ['application/json-and-more', 'text/html+json']],
    ['something else than one type', ['', undefined, 7, [], [['application/json']], ['application/json', 'text/html']]],
    ['two types, of which browsers take the last', ['application/json, text/html', 'text/html, application/json']],
    ['a type behind a parameter', ['application/json; charset=utf-8,text/html', 'application/json;a=b,text/html']],
    ['a type and a line of more', ['application/json\ntext/html']],
  ];
  test.each(documents.flatMap(([what, types]) => types.map((type) => ({ what, type }))))(
    'is $what: $type',
    ({ type }) => expect(kindOf(type)).toBe('document'),
  );

  test.each(['document', 'iframe', 'frame', 'embed', 'object', 'worker', 'sharedworker', 'serviceworker', 'later', ''])(
    'is a script that is requested as "%s"',
    (destination) => expect(kindOf('text/javascript', { destination })).toBe('document'),
  );

  test.each([200, 206, 307, 308, 404, 412, 416, 500])('is HTML with %i', (status) =>
    expect(kindOf('text/html', { status })).toBe('document'),
  );
});

test('304 says that the copy is still good, whatever type it has', () => {
  expect(kindOf(undefined, { status: 304 })).toBe('not-modified');
  expect(kindOf('text/html', { status: 304, destination: 'document' })).toBe('not-modified');
});
