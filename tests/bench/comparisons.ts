import { envelopeSizes } from './envelopes';
import type { Flooded } from './flood';
import { toRows, type Figures, type Row, type RowKind } from './rows';
import type { Subject } from './subjects';

/** What was measured, as docs/bench.json has it: for each comparison the figures of each side. */
export type Measured = {
  pages: Record<Subject, Figures>;
  flood: Record<Flooded, Figures>;
  acceptance: Record<'floor' | 'candor' | 'wizard', Figures>;
  tunnel: Record<'dispatch' | 'candor' | 'sdk' | 'nginx', Figures>;
};

export function nothingMeasured(): Measured {
  return {
    pages: { bare: {}, candor: {}, off: {}, withoutMaps: {}, before: {}, beforeOff: {}, wizard: {} },
    flood: { off: {}, candor: {}, beforeOff: {}, before: {} },
    acceptance: { floor: {}, candor: {}, wizard: {} },
    tunnel: { dispatch: {}, candor: {}, sdk: {}, nginx: {} },
  };
}

/**
 * `ratio`: the heading of the ratios to the baseline; without it there are none, and without `other` nothing beside Candor. `least`:
 * that of the figures of `Sides.least`.
 */
export type Comparison = {
  rows: Row[];
  titles: { baseline: string; other?: string; ratio?: string; least?: string };
};

export function comparisonsOf({ pages, flood, acceptance, tunnel }: Measured): Record<keyof Measured, Comparison> {
  return {
    pages: {
      rows: toRows(pageKinds, { ...pages, baseline: pages.bare, other: pages.wizard }),
      titles: { baseline: 'bare Next.js', other: "wizard's default", ratio: 'to bare' },
    },
    flood: {
      rows: toRows(floodKinds, { baseline: flood.off, candor: flood.candor, other: {} }).map((row, index) => ({
        ...row,
        // That of the other build stands beside its own with reporting off.
        before: toRows(floodKinds, { baseline: flood.beforeOff, candor: flood.before, other: {} })[index]?.candor,
      })),
      titles: { baseline: 'reporting off', ratio: 'to reporting off' },
    },
    acceptance: {
      rows: toRows(acceptanceKinds, { ...acceptance, baseline: acceptance.floor, other: acceptance.wizard }),
      titles: { baseline: 'the receiver alone', other: "wizard's default" },
    },
    tunnel: {
      rows: toRows(tunnelKinds, { ...tunnel, baseline: tunnel.dispatch, other: tunnel.sdk, least: tunnel.nginx }),
      titles: { baseline: 'a bare route', other: "the SDK's handler", ratio: 'to the bare route', least: 'nginx' },
    },
  };
}

/** In the chart, with the highest acceptable ratio to the baseline. */
const bounded = (ratio: number) => ({ wanted: { ratio }, isCharted: true as const });

const pageKinds: RowKind[] = [
  { figure: 'js-at-load', title: 'client JS of `/` at load', unit: 'kB', ...bounded(1.03) },
  { figure: 'js-after-idle', title: 'client JS of `/` after idle', unit: 'kB', wanted: { ratio: 1.03 } },
  { figure: 'bytes-at-load', title: 'all bytes of `/` at load', unit: 'kB', wanted: { ratio: 1.025 } },
  { figure: 'bytes-after-idle', title: 'all bytes of `/` after idle', unit: 'kB', ...bounded(1.025) },
  { figure: 'requests-at-load', title: 'requests of `/` at load', unit: '' },
  { figure: 'requests-after-idle', title: 'requests of `/` after idle', unit: '' },
  { figure: 'lcp', title: 'largest contentful paint of `/`, slowed', unit: 'ms', ...bounded(1.05) },
  { figure: 'lcp-by-link', title: 'the same, by a link of another site', unit: 'ms', wanted: { ratio: 1.05 } },
  { figure: 'tbt', title: 'total blocking time of `/`, slowed', unit: 'ms', isCharted: true },
  { figure: 'long-tasks', title: 'long tasks of `/`, slowed', unit: '' },
  ...processorKinds({ name: 'home', page: '`/`', bound: 1.03 }),
  ...processorKinds({ name: 'home-alone', page: '`/`, nothing else served' }),
  ...processorKinds({ name: 'example', page: 'the example page', bound: 1.03 }),
  ...processorKinds({ name: 'failing', page: 'a failing page, reporting off', bound: 1.08, variant: 'off' }),
  ...processorKinds({ name: 'failing', page: 'a failing page', bound: 1.25 }),
  ...processorKinds({ name: 'failing', page: 'a failing page, no maps', bound: 1.25, variant: 'withoutMaps' }),
  ...processorKinds({ name: 'hanging', page: 'a failing page, receiver hanging', bound: 1.25 }),
  ...firstFailureKinds('', {}),
  ...firstFailureKinds(', no maps', { variant: 'withoutMaps' }),
  ...firstFailureKinds(', reporting off', { variant: 'off' }),
  { figure: 'start', title: 'start to first response', unit: 'ms', ...bounded(1.15) },
  { figure: 'start', title: 'start to first response, reporting off', unit: 'ms', ...bounded(1.15), variant: 'off' },
  { figure: 'memory-start', title: 'memory after start', unit: 'MB', ...bounded(1.25) },
  { figure: 'memory-load', title: 'memory after load', unit: 'MB', ...bounded(1.1) },
  { figure: 'memory-failing', title: 'memory after failures', unit: 'MB' },
];

const floodKinds: RowKind[] = [
  {
    figure: 'main',
    title: 'main thread, an equal failure after 2,000',
    unit: 'ms',
    digits: 2,
    wanted: { ratio: 1.05 },
  },
  { figure: 'cpu', title: 'all threads, an equal failure after 2,000', unit: 'ms', digits: 2 },
];

/** `bound`: of the main thread, on which the requests wait for each other. */
function processorKinds({
  name,
  page,
  bound,
  variant,
}: { name: string; page: string; bound?: number } & Pick<RowKind, 'variant'>): RowKind[] {
  const unit = { unit: 'ms', digits: 2, variant } as const;
  return [
    { figure: `${name}-main`, title: `main thread, ${page}`, ...unit, ...(bound && bounded(bound)) },
    { figure: `${name}-cpu`, title: `all threads, ${page}`, ...unit },
  ];
}

function firstFailureKinds(how: string, { variant }: Pick<RowKind, 'variant'>): RowKind[] {
  return [
    { figure: 'first-failure', title: `first failing page of a process${how}`, unit: 'ms', ...bounded(1.5), variant },
    { figure: 'held-back', title: `longest time of \`/\` meanwhile${how}`, unit: 'ms', wanted: { value: 30 }, variant },
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
  {
    figure: `${size}-cpu`,
    title: `processor time of an envelope of ${size}`,
    unit: 'ms',
    digits: 2,
    ...(size === '1 KiB' && { wanted: { ratio: 1.2 } }),
  },
  { figure: `${size}-rps`, title: `envelopes of ${size}`, unit: '/s', isMoreBetter: true },
]);
