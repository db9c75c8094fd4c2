import { once } from 'node:events';
import { connect } from 'node:net';
import { createEnvelope } from '../envelopes';
import { examplePage, failingPage } from '../paths';
import { dsn } from '../wizard/dsn';

/** Of twenty requests: 14 of `/`, one of the example page, two failing pages, two envelopes, and one body that ends too early. */
export const sharesOf20 = { pages: 17, envelopes: 2, aborted: 1 };
const clients = 100;
const envelopeBytes = 4_096;

/**
 * All but the aborted ones, in turns of a hundred clients, as an HTTP archive: http://www.softwareishard.com/blog/har-12-spec/
 * @param withEnvelopes bare Next.js accepts none
 */
export function mixedArchive(url: string, { withEnvelopes }: { withEnvelopes: boolean }): string {
  const entries = Array.from({ length: clients }, (_, client) => {
    const headers = [
      { name: 'Content-Type', value: 'text/plain;charset=UTF-8' }, // As browsers send envelopes.
      { name: 'X-Forwarded-For', value: `192.0.2.${client + 1}` },
    ];
    const page = (path: string) => ({ request: { method: 'GET', url: url + path, headers } });
    const home = Array.from({ length: 7 }, () => page('/'));
    const text = createEnvelope({ message: 'Of the load.', dsn, bytes: envelopeBytes });
    const envelope = { request: { method: 'POST', url: `${url}/monitoring`, headers, postData: { text } } };
    const half = [...home, page(failingPage), ...(withEnvelopes ? [envelope] : [])];
    return [...half, page(examplePage), ...half];
  }).flat();
  return JSON.stringify({ log: { entries } });
}

/** Posts an envelope that ends in the middle: the client goes. */
export async function abortEnvelope(port: number, count: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = `POST /monitoring HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.${count % 250}`;
  const body = `${'x'.repeat(1_000)}`;
  await new Promise((resolve) => socket.write(`${head}\r\nContent-Length: ${envelopeBytes}\r\n\r\n${body}`, resolve));
  socket.destroy();
}
