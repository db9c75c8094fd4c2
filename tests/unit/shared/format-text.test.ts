import { expect, test } from 'vitest';
import { formatText } from '../../../candor/src/shared/format-text';

test('values stand in place of their names, numbers as the language writes them', () => {
  const text = '{over} of {most}: {reason} {other}';
  const values = { over: 3, most: 4096, reason: '$& {over}' };
  expect(formatText(text, values, 'en')).toBe('3 of 4,096: $& {over} {other}');
  expect(formatText(text, values, 'de')).toBe('3 of 4.096: $& {over} {other}');
  expect(formatText('{most}', values, 'ar-EG')).toBe('٤٬٠٩٦');
});
