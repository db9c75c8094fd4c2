import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openEnvelope } from '../../app/_delivery/envelope';
import { until } from './until';

/** One envelope as it arrived. */
export type Arrival = {
  path: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  header: Record<string, unknown>;
  /** What the first item holds, if it is an event or a visitor's feedback to one. */
  event?: ReceivedEvent;
  feedback?: ReceivedFeedback;
};

type ReceivedFeedback = { message: string; associated_event_id?: string };

export type ReceivedEvent = {
  event_id: string;
  platform?: string;
  environment?: string;
  release?: string;
  transaction?: string;
  exception?: { values: { type: string; value: string }[] };
  [field: string]: unknown;
};

export type Respond = (response: ServerResponse) => void;

/** A reporting service's ingestion on loopback: takes envelopes over HTTP, keeps them, answers as told. */
export async function startReceiver() {
  const arrivals: Arrival[] = [];
  let respond: Respond = accept;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      arrivals.push({ path: request.url ?? '', headers: request.headers, bytes, ...read(bytes) });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    arrivals,
    /** With a path in front of the project, as a service behind a prefix has it. */
    dsn: `http://publickey@127.0.0.1:${port}/prefix/42`,
    url: `http://127.0.0.1:${port}`,
    /** How it answers from now on. */
    answer(next: Respond) {
      respond = next;
    },
    waitForEvent: (isIt: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent> =>
      until('an event at the receiver', () => arrivals.find(({ event }) => event && isIt(event))?.event),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const accept: Respond = (response) => respondWith(200, { id: null })(response);
export const hang: Respond = () => {};

export function respondWith(status: number, body: object | string = '', headers: Record<string, string> = {}): Respond {
  return (response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

function read(bytes: Buffer): Pick<Arrival, 'header' | 'event' | 'feedback'> {
  const { header, rest } = openEnvelope(bytes);
  const [, itemHeader = '{}', payload = ''] = Buffer.from(rest).toString('utf8').split('\n');
  const { type } = JSON.parse(itemHeader || '{}') as { type?: string };
  if (type === 'event') return { header, event: JSON.parse(payload) as ReceivedEvent };
  if (type !== 'feedback') return { header };
  return { header, feedback: (JSON.parse(payload) as { contexts: { feedback: ReceivedFeedback } }).contexts.feedback };
}
