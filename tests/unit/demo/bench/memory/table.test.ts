import { expect, test } from 'vitest';
import { memoryText } from '../../../../bench/memory/table';

const run = { measuredAt: '2026-01-02T03:04:05Z', machine: { cores: 2, node: '20.0.0' }, minutes: 20 };
const side = (first: number, last: number) => ({ 20_000: { memory: [first] }, 200_000: { memory: [last] } });

test('memory is level when it has grown by a tenth at most, and stands to that of bare Next.js by as much', () => {
  const text = memoryText({ ...run, measured: { bare: side(100, 200), candor: side(200, 220) } });
  expect(text).toContain('| 200,000 | 200 MB | 220 MB | 1.10 | 1.10 |');
  expect(text).not.toContain('missed');
});

test('what has grown more is marked', () => {
  const text = memoryText({ ...run, measured: { bare: side(100, 100), candor: side(105, 120) } });
  expect(text.match(/\*\*missed\*\*/g)).toHaveLength(2);
});
