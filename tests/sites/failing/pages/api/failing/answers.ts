import type { NextApiRequest, NextApiResponse } from 'next';

/** Fails as the request's `what` says, as a handler of the Pages Router may. */
export default function handler({ query: { what } }: NextApiRequest, response: NextApiResponse): void {
  if (what === 'partly') {
    response.writeHead(200, { 'Content-Type': 'text/csv' });
    response.write('a;b\n');
  }
  if (what === 'headers') {
    response.setHeader('Content-Type', 'text/csv');
    response.setHeader('Content-Disposition', 'attachment; filename="a.csv"');
    response.setHeader('Cache-Control', 'public, max-age=3600');
    response.setHeader('Transfer-Encoding', 'chunked');
    response.setHeader('Trailer', 'Expires');
    response.setHeader('Content-Range', 'bytes 0-1/2');
  }
  if (what === 'returned') return response.status(500).json({ own: 'failure' });
  throw new Error(`Failing: a handler threw (${String(what)}).`);
}
