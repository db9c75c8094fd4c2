import { expect, test } from 'vitest';
import { acceptedLanguages, prefersHtml } from '../../../candor/src/server/prefers';

test.each([
  'text/html',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'TEXT/HTML;charset=utf-8',
  'application/json;q=0.5, text/html;q=0.6',
  'text/*, application/json;q=0.9',
  'text/html;q=0.2, */*;q=0.1',
  'application/json;q=0, text/html;q=0.001',
  'text/html, application/json;q=2',
])('%j prefers HTML', (accept) => expect(prefersHtml(accept)).toBe(true));

test.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'application/problem+json, text/html;q=0.9',
  'application/json, text/html',
  'text/html;q=0.5, application/*;q=0.6',
  'text/html;q=0, */*',
  'text/html;q=nonsense, */*;q=0.1',
  'text/plain',
  'image/*',
  ',;,=,;q=',
  'text/html;q=0.5, text/*, application/json;q=0.6',
])('%j does not prefer HTML', (accept) => expect(prefersHtml(accept)).toBe(false));

test('of a header the first 20 ranges are read', () => {
  const tags = Array.from({ length: 30 }, (_, index) => `x${index}`);
  expect(acceptedLanguages(tags.join(','))).toEqual(tags.slice(0, 20));
  expect(prefersHtml(`${'a/b,'.repeat(19)}text/html`)).toBe(true);
  expect(prefersHtml(`${'a/b,'.repeat(20)}text/html`)).toBe(false);
});
