import type { NextApiRequest, NextApiResponse } from 'next';

// Node has more forms of it than its types.
type Head = { writeHead: (...head: unknown[]) => void; writeHeader: (...head: unknown[]) => void };

const html = { 'content-TYPE': 'TEXT/HTML;charset=utf-7' };
const ways: Record<string, (response: NextApiResponse & Head) => void> = {
  end: () => {},
  flush: (response) => response.flushHeaders(),
  write: (response) => void response.write('<p>'),
  status: (response) => response.writeHead(404),
  headers: (response) => response.writeHead(404, html),
  reason: (response) => response.writeHead(404, 'No', html),
  list: (response) => response.writeHead(404, ['Content-Type', 'text/html']),
  alias: (response) => response.writeHeader(404, html),
  replaced: (response) => {
    response.setHeader('Content-Type', 'application/json');
    response.writeHead(404, html);
  },
  json: (response) => response.writeHead(404, { 'Content-Type': 'application/json' }),
};

/** Writes the head of its response in the way that the request names. */
export default function handler(request: NextApiRequest, response: NextApiResponse): void {
  ways[String(request.query.way)]?.(response as NextApiResponse & Head);
  response.end();
}
