import { createHmac } from 'node:crypto';
import { after } from 'next/server';

export async function POST(request: Request) {
  const raw = Buffer.from(await request.arrayBuffer());
  after(() => {});
  return Response.json({ signature: createHmac('sha256', 'secret').update(raw).digest('hex') });
}
