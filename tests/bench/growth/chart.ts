import type { Axis, Steps } from './axis';
import { pointsOf, type Point } from './growth';

const width = 760;
const panel = { height: 150, plotAt: 330, plotWidth: 385, plotHeight: 96, top: 44 };
const head = 48;
const colours = 3;

const style = `
  text { font: 13px system-ui, sans-serif; fill: #1c2530; }
  .title { font-weight: 600; font-size: 15px; }
  .axis { font-weight: 600; }
  .quiet { fill: #55606d; font-size: 11px; }
  .ground { fill: #fbfaf7; }
  .line { stroke: #8a939c; stroke-width: 1; fill: none; }
  .free { stroke-dasharray: 3 3; }
  .c0, .c1, .c2 { fill: none; stroke-width: 2; }
  .c0 { stroke: #0b5563; }
  .c1 { stroke: #b5762a; }
  .c2 { stroke: #7a4fa3; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e9e6df; }
    .quiet { fill: #a5adb6; }
    .ground { fill: #12161b; }
    .c0 { stroke: #7fccd6; }
    .c1 { stroke: #e0ad6c; }
    .c2 { stroke: #c3a0e8; }
  }
`;

/** A panel for each axis: its figures as multiples of their first step, over the steps; both scales are logarithmic. */
export function toGrowthChart(all: readonly { axis: Omit<Axis, 'measure'>; steps: Steps }[]): string {
  const height = head + all.length * panel.height + 8;
  const panels = all.map(({ axis, steps }, index) => toPanel(axis, steps, head + index * panel.height));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">How the cost of Candor grows along five axes</title>
<style>${style}</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
<text class="title" x="16" y="26">How cost grows: each figure as a multiple of its first step</text>
<text class="quiet" x="16" y="42">The dashed line is 1; a ring is where a figure is no longer flat, or linear.</text>
${panels.join('\n')}
</svg>
`;
}

function toPanel({ title, steps, figures }: Omit<Axis, 'measure'>, measured: Steps, top: number): string {
  const charted = figures.filter(({ isCharted }) => isCharted).slice(0, colours);
  const lines = charted.map((figure) => pointsOf(figure, steps, measured));
  const ratios = lines.flat().map(({ ratio = 1 }) => Math.log10(ratio));
  const [low, high] = [Math.min(0, ...ratios), Math.max(Math.log10(2), ...ratios)];
  const plotTop = top + panel.top - 24;
  const yOf = (ratio: number) => round(plotTop + panel.plotHeight * (1 - (Math.log10(ratio) - low) / (high - low)));
  const xOf = (step: number) =>
    round(panel.plotAt + (panel.plotWidth * steps.indexOf(step)) / Math.max(1, steps.length - 1));
  const bottom = plotTop + panel.plotHeight;

  const labels = charted.map(
    ({ title: name }, index) =>
      `<path class="c${index}" d="M16 ${top + 36 + index * 18}h14"/><text class="quiet" x="36" y="${top + 40 + index * 18}">${escape(name)}</text>`,
  );
  const ticks = steps.map(
    (step) =>
      `<text class="quiet" x="${xOf(step)}" y="${bottom + 16}" text-anchor="middle">${step.toLocaleString('en')}</text>`,
  );
  return [
    `<text class="axis" x="16" y="${top + 20}">${escape(title)}</text>`,
    ...labels,
    ...ticks,
    `<path class="line" d="M${panel.plotAt} ${bottom}h${panel.plotWidth}"/>`,
    `<path class="line free" d="M${panel.plotAt} ${yOf(1)}h${panel.plotWidth}"/>`,
    ...lines.map((points, index) => toLine(points, index, { xOf, yOf })),
  ].join('\n');
}

type Scale = { xOf: (step: number) => number; yOf: (ratio: number) => number };

function toLine(points: readonly Point[], index: number, { xOf, yOf }: Scale): string {
  const places = points.map(({ step, ratio = 1 }) => ({ x: xOf(step), y: yOf(ratio) }));
  const bend = places[points.findIndex(({ isBent }) => isBent)];
  const last = places.at(-1);
  const ratio = points.at(-1)?.ratio;
  return [
    `<polyline class="c${index}" points="${places.map(({ x, y }) => `${x},${y}`).join(' ')}"/>`,
    bend && `<circle class="c${index}" cx="${bend.x}" cy="${bend.y}" r="5"/>`,
    last &&
      ratio &&
      `<text class="quiet" x="${last.x + 6}" y="${last.y + 4}">${ratio.toFixed(ratio < 10 ? 1 : 0)}</text>`,
  ]
    .filter(Boolean)
    .join('');
}

const round = (value: number) => Math.round(value * 10) / 10;
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
