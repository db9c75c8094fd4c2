export const runtime = 'edge';

function readCountry(): string {
  throw new Error('fault: edge');
}

export const GET = () => new Response(readCountry());
