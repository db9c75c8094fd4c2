export const config = { runtime: 'edge' };

function readCountry(): string {
  throw new Error('fault: edge');
}

export default function handler() {
  return new Response(readCountry());
}
