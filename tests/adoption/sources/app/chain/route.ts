import { priceOf, Stock } from '../../lib/prices';

export const dynamic = 'force-dynamic';

export async function GET() {
  try {
    priceOf('unknown');
  } catch (cause) {
    const [stock] = await Promise.allSettled([new Stock().count('unknown')]);
    const members = stock.status === 'rejected' ? [stock.reason as Error] : [];
    throw new AggregateError(members, 'fault: chain', { cause });
  }
  return new Response('No fault.');
}
