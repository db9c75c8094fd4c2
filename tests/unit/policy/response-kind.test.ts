import { describe, expect, test } from 'vitest';
import { responseKind } from '../../../candor/policy/response-kind';

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
  )('is %s', (contentType) => {
    expect(kindOf(contentType)).toBe('resource');
  });

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
  test.each([
    ['HTML', 'text/html; charset=utf-8'],
    ['HTML in an odd charset', 'text/html;charset=UTF-7'],
    ['HTML in capitals', 'TEXT/HTML;CHARSET="utf-8"'],
    ['SVG', 'image/svg+xml'],
    ['XHTML', 'application/xhtml+xml'],
    ['XML', 'text/xml'],
    ['XML as an application', 'application/xml'],
    ['a feed', 'application/rss+xml'],
    ['parts that replace one another', 'multipart/x-mixed-replace; boundary=x'],
    ['PDF', 'application/pdf'],
    ['plain text', 'text/plain'],
    ['a file to download', 'application/octet-stream'],
    ['an unknown type', 'application/x-unknown'],
    ['an unknown picture', 'image/x-unknown'],
    ['what only begins like JSON', 'application/json-and-more'],
    ['what only ends like JSON', 'text/html+json'],
    ['an empty type', ''],
    ['no type', undefined],
    ['a number for a type', 7],
    ['two types, of which browsers take the last', 'application/json, text/html'],
    ['a type behind a parameter', 'application/json; charset=utf-8,text/html'],
    ['a type behind an unknown parameter', 'application/json;a=b,text/html'],
    ['a type in front', 'text/html, application/json'],
    ['a list of types', ['application/json', 'text/html']],
    ['an empty list', []],
    ['a list in a list', [['application/json']]],
    ['a type and a line of more', 'application/json\ntext/html'],
  ])('is %s', (_, contentType) => {
    expect(kindOf(contentType)).toBe('document');
  });

  test.each(['document', 'iframe', 'frame', 'embed', 'object', 'worker', 'sharedworker', 'serviceworker', 'later', ''])(
    'is a script that is requested as "%s"',
    (destination) => expect(kindOf('text/javascript', { destination })).toBe('document'),
  );

  test.each([200, 206, 307, 308, 404, 412, 416, 500])('is HTML with %i', (status) => {
    expect(kindOf('text/html', { status })).toBe('document');
  });
});

test('304 says that the copy is still good, whatever type it has', () => {
  expect(kindOf(undefined, { status: 304 })).toBe('not-modified');
  expect(kindOf('text/html', { status: 304, destination: 'document' })).toBe('not-modified');
});
