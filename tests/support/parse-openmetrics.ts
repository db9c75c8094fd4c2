/** A family of metrics, with its samples by name and labels as they are written. */
export type ParsedFamily = { type: string; samples: Record<string, number> };

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const escaped = '(?:[^\\n"\\\\]|\\\\["\\\\n])*';
const label = `[a-zA-Z_][a-zA-Z0-9_]*="${escaped}"`;
const number = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?';
const descriptor = new RegExp(`^# TYPE (${name}) (counter|gauge|info)$`);
const sample = new RegExp(`^(${name})((?:\\{(?:${label}(?:,${label})*)?\\})?) (${number})$`, 'iu');
const suffixOf: Record<string, string> = { counter: '_total', gauge: '', info: '_info' };

/**
 * Reads OpenMetrics text as strictly as its grammar and its rules are, for the types that Candor has.
 * https://prometheus.io/docs/specs/om/open_metrics_spec/#text-format
 * @throws Error for the first line that breaks a rule
 */
export function parseOpenMetrics(text: string): Record<string, ParsedFamily> {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.pop() !== '# EOF') throw new Error('It does not end with EOF.');
  const families = new Map<string, ParsedFamily>();
  let current = '';
  for (const line of lines) {
    const fail = (rule: string) => new Error(`${rule}: ${line}`);
    const [, described, type] = descriptor.exec(line) ?? [];
    if (described !== undefined && type !== undefined) {
      if (families.has(described)) throw fail('A family is written twice, or not at a stretch');
      current = described;
      families.set(described, { type, samples: {} });
      continue;
    }
    const [, sampled = '', labels = '', written] = sample.exec(line) ?? [];
    const family = families.get(current);
    if (written === undefined || family === undefined) throw fail('This is not a line of OpenMetrics');
    if (sampled !== current + suffixOf[family.type]) throw fail('A sample has another name than its family');
    if (`${sampled}${labels}` in family.samples) throw fail('A sample is written twice');
    if (family.type !== 'gauge' && Number(written) < 0) throw fail('A count is negative');
    if (family.type === 'info' && Number(written) !== 1) throw fail('An info is not 1');
    family.samples[`${sampled}${labels}`] = Number(written);
  }
  return Object.fromEntries(families);
}
