import type { NextApiRequest, NextApiResponse } from 'next';

/** Writes the head of its response itself. */
export default function handler(_: NextApiRequest, response: NextApiResponse): void {
  response.writeHead(404, { 'content-TYPE': 'TEXT/HTML;charset=utf-7' }).end();
}
