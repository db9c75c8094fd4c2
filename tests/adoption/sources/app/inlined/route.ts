export const dynamic = 'force-dynamic';

// Called once, so a compiler puts its text in the place of the call.
const discountOf = (percent: number) => {
  if (percent > 100) throw new Error('fault: inlined');
  return percent / 100;
};

export function GET({ url }: Request) {
  return Response.json(discountOf(url.length + 100));
}
