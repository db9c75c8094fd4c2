import { envelopeSizes } from './envelopes';
import { toRows, type Figures, type Row, type RowKind } from './rows';

/** What was measured, as docs/bench.json has it: for each comparison the figures of each side. */
export type Measured = {
  pages: Record<'bare' | 'candor' | 'off' | 'wizard', Figures>;
  acceptance: Record<'floor' | 'candor' | 'wizard', Figures>;
  tunnel: Record<'nginx' | 'candor' | 'sdk', Figures>;
};

export function nothingMeasured(): Measured {
  return {
    pages: { bare: {}, candor: {}, off: {}, wizard: {} },
    acceptance: { floor: {}, candor: {}, wizard: {} },
    tunnel: { nginx: {}, candor: {}, sdk: {} },
  };
}

/** `ratio`: the heading of the ratios to the baseline; without it there are none. */
export type Comparison = { rows: Row[]; titles: { baseline: string; other: string; ratio?: string } };

export function comparisonsOf({ pages, acceptance, tunnel }: Measured): Record<keyof Measured, Comparison> {
  return {
    pages: {
      rows: toRows(pageKinds, { ...pages, baseline: pages.bare, other: pages.wizard }),
      titles: { baseline: 'bare Next.js', other: "wizard's default", ratio: 'to bare' },
    },
    acceptance: {
      rows: toRows(acceptanceKinds, { ...acceptance, baseline: acceptance.floor, other: acceptance.wizard }),
      titles: { baseline: 'the receiver alone', other: "wizard's default" },
    },
    tunnel: {
      rows: toRows(tunnelKinds, { ...tunnel, baseline: tunnel.nginx, other: tunnel.sdk }),
      titles: { baseline: 'nginx', other: "the SDK's handler", ratio: 'to nginx' },
    },
  };
}

/** In the chart, with the highest acceptable ratio to the baseline. */
const bounded = (ratio: number) => ({ wanted: { ratio }, isCharted: true as const });

const pageKinds: RowKind[] = [
  { figure: 'js-at-load', title: 'client JS of `/` at load', unit: 'kB', ...bounded(1.03) },
  { figure: 'js-after-idle', title: 'client JS of `/` after idle', unit: 'kB', wanted: { ratio: 1.03 } },
  { figure: 'bytes-at-load', title: 'all bytes of `/` at load', unit: 'kB', wanted: { ratio: 1.03 } },
  { figure: 'bytes-after-idle', title: 'all bytes of `/` after idle', unit: 'kB', ...bounded(1.03) },
  { figure: 'requests-at-load', title: 'requests of `/` at load', unit: '' },
  { figure: 'requests-after-idle', title: 'requests of `/` after idle', unit: '' },
  { figure: 'lcp', title: 'largest contentful paint of `/`, slowed', unit: 'ms', isCharted: true },
  { figure: 'tbt', title: 'total blocking time of `/`, slowed', unit: 'ms', isCharted: true },
  ...servedKinds({ name: 'home', page: '`/`', share: 0.97 }),
  ...servedKinds({ name: 'example', page: 'the example page', share: 0.97 }),
  ...servedKinds({ name: 'failing', page: 'a failing page, receiver healthy', share: 0.85 }),
  ...servedKinds({ name: 'hanging', page: 'a failing page, receiver hanging', share: 0.85 }),
  ...servedKinds({ name: 'failing', page: 'a failing page, reporting off', isOff: true }),
  { figure: 'first-failure', title: 'first failing page of a process', unit: 'ms', ...bounded(3) },
  { figure: 'held-back', title: 'longest time of `/` meanwhile', unit: 'ms', wanted: { value: 50 } },
  { figure: 'first-failure', title: 'first failing page, reporting off', unit: 'ms', isOff: true },
  { figure: 'held-back', title: 'longest time of `/` meanwhile, reporting off', unit: 'ms', isOff: true },
  { figure: 'start', title: 'start to first response', unit: 'ms', ...bounded(1.25) },
  { figure: 'memory-start', title: 'memory after start', unit: 'MB', ...bounded(1.25) },
  { figure: 'memory-load', title: 'memory after load', unit: 'MB', ...bounded(1.25) },
  { figure: 'memory-failing', title: 'memory after failures', unit: 'MB' },
];

/** `share`: what a server has to serve of what bare Next.js serves, in the same processor time and in the same time. */
type Served = { name: string; page: string; share?: number; isOff?: true };

function servedKinds({ name, page, share, isOff }: Served): RowKind[] {
  const cpu: RowKind = { figure: `${name}-cpu`, title: `processor time of ${page}`, unit: 'ms', digits: 2, isOff };
  const rps: RowKind = { figure: `${name}-rps`, title: `requests of ${page}`, unit: '/s', isMoreBetter: true, isOff };
  return [
    { ...cpu, ...(share && bounded(1 / share)) },
    { ...rps, ...(share && { wanted: { ratio: share } }) },
    { figure: `${name}-p99`, title: `p99 of ${page}`, unit: 'ms', isOff },
  ];
}

const acceptanceKinds: RowKind[] = Object.entries({
  'server-error': 'server error',
  'error-loaded': 'browser error, SDK loaded',
  'error-not-loaded': 'browser error at load',
}).flatMap(([failure, title]) =>
  ['p50', 'p99'].map((share) => ({ figure: `${failure}-${share}`, title: `${title}, ${share}`, unit: 'ms' as const })),
);

const tunnelKinds: RowKind[] = Object.keys(envelopeSizes).flatMap((size): RowKind[] => [
  { figure: `${size}-cpu`, title: `processor time of an envelope of ${size}`, unit: 'ms', digits: 2 },
  { figure: `${size}-rps`, title: `envelopes of ${size}`, unit: '/s', isMoreBetter: true },
]);
