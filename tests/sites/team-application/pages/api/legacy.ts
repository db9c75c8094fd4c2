import type { NextApiRequest, NextApiResponse } from 'next';

export const config = { api: { bodyParser: false } };

export default async function handler(request: NextApiRequest, response: NextApiResponse) {
  let size = 0;
  for await (const part of request) size += (part as Buffer).length;
  response.status(200).json({ size });
}
