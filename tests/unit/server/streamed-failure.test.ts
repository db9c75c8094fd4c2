import { expect, test } from 'vitest';
import { insertNotice } from '../../../candor/server/streamed-failure';

const digest = '0123456789abcdef0123456789abcdef';
const inserted = (text: string) => insertNotice(Buffer.from(text), digest, '[ü]')?.toString();

test('a notice follows the template of a part that failed before its fallback was sent', () => {
  expect(inserted(`ä<!--$!--><template data-dgst="${digest}"></template>wait<!--/$-->`)).toBe(
    `ä<!--$!--><template data-dgst="${digest}"></template>[ü]wait<!--/$-->`,
  );
});

test('a notice follows the script that tells of a part whose fallback was sent', () => {
  expect(inserted(`<script nonce="a">$RX("B:0","${digest}")</script><script>2</script>`)).toBe(
    `<script nonce="a">$RX("B:0","${digest}")</script>[ü]<script>2</script>`,
  );
});

test.each([
  'nothing',
  digest,
  `$RX("B:0","${digest.replace('0', '1')}")</script>`,
  `<p>${digest}</p><script>$RX("B:0","other")</script>`,
])('what does not tell of this failure stays as it is: %s', (text) => expect(inserted(text)).toBe(text));

test('each part that failed with it has a notice', () => {
  const part = `<template data-dgst="${digest}"></template>`;
  expect(inserted(part + part)).toBe(`${part}[ü]${part}[ü]`);
});
