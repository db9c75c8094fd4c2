export const runtime = 'edge';

export function POST(): never {
  throw new Error('Sample error: a handler of the team failed in the edge runtime.');
}
