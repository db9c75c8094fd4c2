import fc from 'fast-check';

/** Checks so many values: the test fails with the smallest for which `holds` throws or returns `false`. */
export function checkAny<Value>(numRuns: number, values: fc.Arbitrary<Value>, holds: (value: Value) => boolean | void) {
  fc.assert(fc.property(values, holds), { numRuns });
}
