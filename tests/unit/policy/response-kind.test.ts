import { describe, expect, test } from 'vitest';
import { responseKind } from '../../../candor/policy/response-kind';

describe('a resource', () => {
  test.each([
    'application/javascript; charset=UTF-8',
    'text/javascript',
    'text/css; charset=UTF-8',
    'text/css;charset=utf-8',
    'TEXT/CSS',
    'text/x-component',
    'application/json',
    'application/json; charset=utf-8',
    'application/problem+json',
    'application/manifest+json',
    'font/woff2',
    'image/png',
    'image/jpeg',
    'image/x-icon',
  ])('is %s', (contentType) => {
    expect(kindOf(contentType)).toBe('resource');
  });

  test.each(['script', 'style', 'font', 'image', 'manifest', 'empty', undefined])(
    'is a script that is requested as %s',
    (destination) => {
      expect(kindOf('text/javascript', { destination })).toBe('resource');
    },
  );
});

test('a list of one type is that type, as Next hands it on', () => {
  expect(kindOf(['application/json'])).toBe('resource');
  expect(kindOf(['text/html'])).toBe('document');
});

describe('a document', () => {
  test.each([
    { what: 'HTML', contentType: 'text/html; charset=utf-8' },
    { what: 'HTML in an odd charset', contentType: 'text/html;charset=UTF-7' },
    { what: 'HTML in capitals', contentType: 'TEXT/HTML;CHARSET="utf-8"' },
    { what: 'SVG', contentType: 'image/svg+xml' },
    { what: 'XHTML', contentType: 'application/xhtml+xml' },
    { what: 'XML', contentType: 'text/xml' },
    { what: 'XML as an application', contentType: 'application/xml' },
    { what: 'a feed', contentType: 'application/rss+xml' },
    { what: 'parts that replace one another', contentType: 'multipart/x-mixed-replace; boundary=x' },
    { what: 'PDF', contentType: 'application/pdf' },
    { what: 'plain text', contentType: 'text/plain' },
    { what: 'a file to download', contentType: 'application/octet-stream' },
    { what: 'an unknown type', contentType: 'application/x-unknown' },
    { what: 'an unknown picture', contentType: 'image/x-unknown' },
    { what: 'what only begins like JSON', contentType: 'application/json-and-more' },
    { what: 'what only ends like JSON', contentType: 'text/html+json' },
    { what: 'an empty type', contentType: '' },
    { what: 'no type', contentType: undefined },
    { what: 'a number for a type', contentType: 7 },
    { what: 'two types, of which browsers take the last', contentType: 'application/json, text/html' },
    { what: 'a type behind a parameter', contentType: 'application/json; charset=utf-8,text/html' },
    { what: 'a type behind an unknown parameter', contentType: 'application/json;a=b,text/html' },
    { what: 'a type in front', contentType: 'text/html, application/json' },
    { what: 'a list of types', contentType: ['application/json', 'text/html'] },
    { what: 'an empty list', contentType: [] },
    { what: 'a list in a list', contentType: [['application/json']] },
    { what: 'a type and a line of more', contentType: 'application/json\ntext/html' },
  ])('is $what', ({ contentType }) => {
    expect(kindOf(contentType)).toBe('document');
  });

  test.each(['document', 'iframe', 'frame', 'embed', 'object', 'worker', 'sharedworker', 'serviceworker', 'later', ''])(
    'is a script that is requested as "%s"',
    (destination) => {
      expect(kindOf('text/javascript', { destination })).toBe('document');
    },
  );

  test.each([200, 206, 307, 308, 404, 412, 416, 500])('is HTML with %i', (status) => {
    expect(kindOf('text/html', { status })).toBe('document');
  });
});

test('304 says that the copy is still good, whatever type it has', () => {
  expect(kindOf(undefined, { status: 304 })).toBe('not-modified');
  expect(kindOf('text/html', { status: 304, destination: 'document' })).toBe('not-modified');
});

function kindOf(contentType: unknown, { status = 200, destination }: { status?: number; destination?: string } = {}) {
  return responseKind({ status, contentType, destination });
}
