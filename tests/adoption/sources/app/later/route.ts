import { after } from 'next/server';

export const dynamic = 'force-dynamic';

async function sendMail() {
  await Promise.resolve();
  throw new Error('fault: after');
}

export function GET() {
  after(sendMail);
  return new Response('Sent.');
}
