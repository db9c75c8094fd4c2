export function GET(): never {
  throw new Error('Sample error: a handler of the tests failed.');
}
