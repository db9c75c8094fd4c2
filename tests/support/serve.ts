import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from './loopback';

export type Answer = (response: ServerResponse, body: Buffer) => unknown;

/** A site on loopback that answers every request in this way, for the rest of the test. */
export async function serve(answer: Answer) {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(response, Buffer.concat(chunks)));
  });
  const { url } = await listen(server);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  return { url, requested, close, answer: (next: Answer) => void (answer = next) };
}
