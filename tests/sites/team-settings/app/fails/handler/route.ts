export function POST(): never {
  throw new Error('Sample error: a handler of the team failed.');
}
