import type { Row } from './rows';
import type { Ratio } from './statistics';

const width = 760;
/** The place of bare Next.js: a bar goes to the right of it for a higher cost, and to the left for a lower one. */
const lineAt = 420;
const longestBar = 220;
const rowHeight = 34;
const head = 64;

const style = `
  text { font: 13px system-ui, sans-serif; fill: #1c2530; }
  .title { font-weight: 600; font-size: 15px; }
  .quiet { fill: #55606d; }
  .ground { fill: #fbfaf7; }
  .line { stroke: #8a939c; }
  .candor { fill: #0b5563; }
  .wizard { fill: #c9a26b; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e9e6df; }
    .quiet { fill: #a5adb6; }
    .ground { fill: #12161b; }
    .candor { fill: #7fccd6; }
    .wizard { fill: #8f6f3d; }
  }
`;

/** Each figure of the rows as a multiple of bare Next.js. */
export function toChart(rows: Row[]): string {
  const charted = rows.filter(({ isCharted, candor }) => isCharted && candor?.ratio);
  const height = head + charted.length * rowHeight + 16;
  const costs = charted.flatMap(({ candor, other }) => [candor?.ratio?.median ?? 1, other?.ratio?.median ?? 1]);
  const bars = charted.map((row, index) => toBars(row, head + index * rowHeight, scaleFor(Math.max(...costs))));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">What Candor and the wizard’s default cost, as multiples of bare Next.js</title>
<style>${style}</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
<text class="title" x="16" y="26">Cost as a multiple of bare Next.js: at the line it is free</text>
<rect class="candor" x="16" y="40" width="12" height="12"/><text x="34" y="51">Candor</text>
<rect class="wizard" x="100" y="40" width="12" height="12"/><text x="118" y="51">the wizard’s default: tracing and session replay as well</text>
<line class="line" x1="${lineAt}" x2="${lineAt}" y1="${head}" y2="${height - 16}"/>
${bars.join('\n')}
</svg>
`;
}

function toBars(row: Row, top: number, lengthOf: (cost: number) => number): string {
  const bar = (name: 'candor' | 'wizard', ratio: Ratio | undefined, y: number): string => {
    if (ratio === undefined) return '';
    const isDifferent = ratio.verdict !== 'no difference';
    const length = isDifferent ? lengthOf(ratio.median) : 0;
    const text = isDifferent ? ratio.median.toFixed(2) : 'no difference';
    return (
      `<rect class="${name}" x="${lineAt + Math.min(length, 0)}" y="${y}" width="${Math.max(Math.abs(length), 1)}" height="11"/>` +
      `<text class="quiet" x="${lineAt + Math.max(length, 0) + 6}" y="${y + 10}">${text}</text>`
    );
  };
  const bars = bar('candor', row.candor?.ratio, top + 3) + bar('wizard', row.other?.ratio, top + 16);
  return `<text x="16" y="${top + 19}">${row.title.replaceAll('`', '')}</text>${bars}`;
}

/** Logarithmic, so that half is as far from the line as twice. The space to the left is a quarter of the longest bar. */
function scaleFor(highestCost: number): (cost: number) => number {
  const perUnit = longestBar / Math.log(Math.max(highestCost, 2));
  return (cost) => Math.round(Math.max(perUnit * Math.log(cost), -longestBar / 4));
}
