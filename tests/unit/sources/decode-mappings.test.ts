import { decodedMappings, TraceMap, type SourceMapSegment } from '@jridgewell/trace-mapping';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeMappings, findRow } from '../../../candor/src/sources/decode-mappings';
import { encode } from './a-map';

const bounds = { sources: 2, names: 2 };
const decode = (mappings: string) => [...decodeMappings(mappings, bounds)];

const number = fc.oneof(fc.nat(40), fc.nat(2 ** 30));
const segment = fc.oneof(
  fc.tuple(number),
  fc.tuple(number, fc.nat(1), number, number),
  fc.tuple(number, fc.nat(1), number, number, fc.nat(1)),
);

test('reads the rows that a library reads', () => {
  fc.assert(
    fc.property(fc.array(fc.array(segment, { maxLength: 4 }), { maxLength: 4 }), (lines) => {
      const mappings = encode(lines as SourceMapSegment[][]);
      const map = new TraceMap({ version: 3, sources: ['a', 'b'], names: ['a', 'b'], mappings });
      const rows = decodedMappings(map).flatMap((read, line) =>
        read.map(([column, source = -1, sourceLine = -1, sourceColumn = -1, name = -1]) =>
          [line, column, source, sourceLine, sourceColumn, name].join(),
        ),
      );
      const ours = decode(mappings);
      const read = Array.from({ length: ours.length / 6 }, (_, row) => ours.slice(6 * row, 6 * row + 6).join());
      expect(read.sort()).toEqual(rows.sort()); // The library puts the places of a line in order.
    }),
  );
});

test.each([
  ['a number that ends in its middle', 'AAAAg'],
  ['a number that overflows', 'AAggggggggE'],
  ['a number of a thousand digits', `${'g'.repeat(1_000)}A`],
  ['a number above those that the format allows', 'AAggggggE'],
  ['a character that is not a digit', 'AA!A'],
  ['a character beyond ASCII', 'AAéA'],
  ['a negative column', 'D'],
  ['a negative line of a source', 'AADA'],
  ['a negative source', 'ADAA'],
  ['a source that the map does not have', 'AEAA'],
  ['a name that the map does not have', 'AAAAE'],
  ['two numbers', 'AA'],
  ['three numbers', 'AAA'],
  ['six numbers', 'AAAAAA'],
])('refuses %s', (_, mappings) => {
  expect(() => decode(mappings)).toThrow('bad mappings');
});

test('refuses more rows than a chunk can have', () => {
  expect(() => decode(','.repeat(2_000_001))).toThrow('too large');
});

test('finds the last row at or before a column of the same line, whatever their order', () => {
  const rows = decodeMappings('KAAA,UACA,LACA;;KACA', bounds); // Columns 5, 15 and 10 of line 0, 5 of line 2.
  const find = (line: number, column: number) => findRow(rows, line, column) / 6;
  expect([4, 5, 9, 10, 14, 15, 99].map((column) => find(0, column))).toEqual([-1 / 6, 0, 0, 2, 2, 1, 1]);
  expect([find(1, 99), find(2, 4), find(2, 5), find(3, 0)]).toEqual([-1 / 6, -1 / 6, 3, -1 / 6]);
});
