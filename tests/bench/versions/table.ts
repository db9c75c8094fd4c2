import type { Figures } from '../rows';
import { pairedRatio } from '../statistics';
import { ratioText, toMarkdown } from '../table';

/** `problem`: why it could not be built or measured. */
export type SetResult = { name: string; packages: Readonly<Record<string, string>>; overrides?: object } & (
  { measured: Record<Side | 'bare', Figures>; problem?: undefined } | { problem: string; measured?: undefined }
);

type Side = 'candor' | 'off' | 'wizard';

const columns: [heading: string, side: Side, figure: string][] = [
  ['`/`', 'candor', 'home-main'],
  ['example page', 'candor', 'example-main'],
  ['failing page, reporting off', 'off', 'failing-main'],
  ['failing page', 'candor', 'failing-main'],
  ["wizard's `/`", 'wizard', 'home-main'],
  ["wizard's failing page", 'wizard', 'failing-main'],
];

/** Time of the main thread, as a multiple of bare Next.js of the same versions. */
export function toVersionsTable(sets: readonly SetResult[]): string {
  const rows = sets.map((set) => [versionsText(set), ...columns.map((column, index) => cell(set, column, index))]);
  return toMarkdown([['to bare Next.js of the same version', ...columns.map(([heading]) => heading)], ...rows]);
}

function cell({ measured, problem }: SetResult, [, side, figure]: (typeof columns)[number], index: number): string {
  if (!measured) return index === 0 ? problem.replaceAll(/[\s|]+/g, ' ').slice(0, 300) : '';
  return ratioText(pairedRatio(measured[side][figure] ?? [], measured.bare[figure] ?? []));
}

function versionsText({ packages, overrides = {} }: SetResult): string {
  // Those that only work together have one version.
  const shown = Object.entries(packages).filter(([name]) => !['react-dom', '@sentry/core'].includes(name));
  const overridden = Object.entries(overrides).map(([name, version]) => `${name} ${version} by an override`);
  return [...shown.map(([name, version]) => `${name} ${version}`), ...overridden].join(', ');
}
