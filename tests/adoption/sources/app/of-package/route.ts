import { parseAmount } from 'amounts';

export const dynamic = 'force-dynamic';

function totalOf(amounts: string[]): number {
  const total = amounts.reduce((sum, amount) => sum + parseAmount(amount), 0); // fault: package
  return total;
}

export const GET = () => Response.json(totalOf(['no amount']));
