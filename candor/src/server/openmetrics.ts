// https://prometheus.io/docs/specs/om/open_metrics_spec/#text-format
export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

export type MetricFamily = {
  /** With the unit as its last word. The suffix of a counter is added. */
  name: string;
  type: keyof typeof suffixes;
  help: string;
  samples: readonly { labels?: Readonly<Record<string, string>>; value: number }[];
};

const suffixes = { counter: '_total', gauge: '', info: '_info' };

/** Writes metrics as OpenMetrics text, which is complete with its last line. */
export function formatOpenMetrics(families: readonly MetricFamily[]): string {
  return [...families.flatMap(linesOf), '# EOF', ''].join('\n');
}

function linesOf({ name, type, help, samples }: MetricFamily): string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(name.endsWith('_seconds') ? [`# UNIT ${name} seconds`] : []),
    `# HELP ${name} ${escape(help)}`,
    ...samples.map(({ labels = {}, value }) => `${name}${suffixes[type]}${formatLabels(labels)} ${value}`),
  ];
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return all.length === 0 ? '' : `{${all.join(',')}}`;
}

function escape(text: string): string {
  return text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
}
