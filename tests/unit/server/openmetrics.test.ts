import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatOpenMetrics, type MetricFamily } from '../../../candor/src/server/openmetrics';
import { parseOpenMetrics } from '../../support/parse-openmetrics';

const age: MetricFamily = {
  name: 'age_seconds',
  type: 'gauge',
  help: 'How old.',
  samples: [{ value: 1.5 }],
};

test('writes type, unit, help and samples of each family, and the end', () => {
  const samples = [{ labels: { reason: 'full', of: 'b' }, value: 2 }];
  const dropped: MetricFamily = { name: 'dropped', type: 'counter', help: 'Given up.', samples };
  expect(formatOpenMetrics([age, dropped])).toBe(`# TYPE age_seconds gauge
# UNIT age_seconds seconds
# HELP age_seconds How old.
age_seconds 1.5
# TYPE dropped counter
# HELP dropped Given up.
dropped_total{reason="full",of="b"} 2
# EOF
`);
});

test('no text in a label or a help begins a line, ends a label, or is lost', () => {
  const unescape = (text: string) => text.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : String(escaped)));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (reason, help) => {
      const samples = [{ labels: { reason }, value: 1 }];
      const { dropped, ...others } = parseOpenMetrics(
        formatOpenMetrics([{ name: 'dropped', type: 'counter', help, samples }]),
      );
      expect(others).toEqual({});
      expect(unescape(dropped?.help ?? '')).toBe(help);
      expect(Object.keys(dropped?.samples ?? {}).map(unescape)).toEqual([`dropped_total{reason="${reason}"}`]);
    }),
  );
});

test.each([
  ['its end', (text: string) => text.replace('# EOF\n', '')],
  ['a name with its unit', (text: string) => text.replaceAll('age_seconds', 'age')],
  ['the suffix of a counter', (text: string) => text.replace('gauge', 'counter')],
  ['one family a name', (text: string) => text.replace('# EOF', `${text.split('\n')[0]}\n# EOF`)],
  ['one sample for the same labels', (text: string) => text.replace('# EOF', 'age_seconds 2\n# EOF')],
  ['escaped labels', (text: string) => text.replace('age_seconds 1.5', 'age_seconds{a="b"c"} 1.5')],
])('the tests’ own reader insists on %s', (_, spoil) => {
  expect(() => parseOpenMetrics(spoil(formatOpenMetrics([age])))).toThrow();
  expect(() => parseOpenMetrics(formatOpenMetrics([age]))).not.toThrow();
});
