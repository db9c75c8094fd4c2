import { encodedMap, presortedDecodedMap, type SourceMapSegment } from '@jridgewell/trace-mapping';

/** The text of `mappings`: one array a line of the chunk. All numbers count from 0. */
export function encode(lines: SourceMapSegment[][]): string {
  const names = ['a', 'b'];
  return String(encodedMap(presortedDecodedMap({ version: 3, sources: ['a', 'b'], names, mappings: lines })).mappings);
}

const first: SourceMapSegment = [0, 0, 6, 2];
const second: SourceMapSegment = [20, 0, 7, 4];
const twelveLines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n');

/**
 * A map of one line with two places of a source, as a build keeps it: column 0 is 7:3, and column 20 is 8:5. The lines from 6 to 9
 * are in `OrderList`.
 */
export function aMap(changes: Record<string, unknown> = {}, source: Record<string, unknown> = {}) {
  return {
    version: 3,
    sources: ['../../../../app/orders/page.tsx'],
    sourcesContent: [twelveLines],
    names: [],
    mappings: encode([[first, second]]),
    x_candor_sources: [{ file: 'app/orders/page.tsx', inApp: true, functions: [['OrderList', 6, 0, 9, 1]], ...source }],
    ...changes,
  };
}
