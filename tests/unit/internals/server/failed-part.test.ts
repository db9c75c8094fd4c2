import { expect, test } from 'vitest';
import { insertAfterFailedPart } from '../../../../candor/src/internals/server/failed-part';

const digest = '0123456789abcdef0123456789abcdef';
const inserted = (text: string) => insertAfterFailedPart(Buffer.from(text), digest, () => '[ü]')?.toString();

const template = `<template data-dgst="${digest}"></template>`;
const script = `<script nonce="a">$RX("B:0","${digest}")</script>`;

test.each([
  ['template of a part that failed before its fallback was sent', 'ä<!--$!-->', template, 'wait<!--/$-->'],
  ['script that tells of a part whose fallback was sent', '', script, '<script>2</script>'],
])('HTML follows the %s', (_, before, part, after) => {
  expect(inserted(before + part + after)).toBe(`${before}${part}[ü]${after}`);
});

test.each([
  'nothing',
  digest,
  `$RX("B:0","${digest.replace('0', '1')}")</script>`,
  `<p>${digest}</p><script>$RX("B:0","other")</script>`,
])('what does not tell of this failure stays as it is: %s', (text) => expect(inserted(text)).toBe(text));

test('each part that failed with it has it', () => {
  expect(inserted(template + template)).toBe(`${template}[ü]${template}[ü]`);
});
