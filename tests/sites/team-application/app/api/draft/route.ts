import { draftMode } from 'next/headers';

export async function POST() {
  (await draftMode()).enable();
  return Response.json({});
}
