import type { Window } from 'happy-dom';
import consoleOfNode from 'node:console';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';

type Answer = (response: ServerResponse, body: Buffer) => unknown;

/** What happy-dom has beside what browsers have. */
export const { happyDOM } = window as unknown as Window;

/** happy-dom logs every failed request to Node's console, past the one of the page. */
export const muteHappyDom = () => vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {});

/** For the rest of the test the page is one of a site on loopback, which answers every request in this way. */
export async function servePage(answer: Answer = (response) => response.end(), path = '/') {
  muteHappyDom();
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(response, Buffer.concat(chunks)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  happyDOM.setURL(url + path);
  return { url, requested, answer: (next: Answer) => void (answer = next) };
}
