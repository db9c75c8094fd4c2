import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { close, listen } from './loopback';
import { waitUntil } from './wait-until';

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

/** Responds to a request. `accepted`: the service has accepted its envelope. */
export type Respond = (response: ServerResponse) => 'accepted' | void;

/** A reporting service's ingestion on loopback: accepts envelopes over HTTP, keeps them, responds as told. */
export async function startFakeIngest() {
  const arrivals: Arrival[] = [];
  /** Those of the arrivals that got a 200. */
  const accepted: Arrival[] = [];
  let respond: Respond = accept;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const arrival = { path: request.url ?? '', headers: request.headers, bytes, ...read(bytes) };
      arrivals.push(arrival);
      if (respond(response) === 'accepted') accepted.push(arrival);
    });
  });
  const { url, port } = await listen(server);

  return {
    arrivals,
    accepted,
    /** With a path in front of the project, as a service behind a prefix has it. */
    dsn: `http://publickey@127.0.0.1:${port}/prefix/42`,
    url,
    /** How it responds from now on. */
    answer(next: Respond) {
      respond = next;
    },
    waitForEvent: (isIt: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent> =>
      waitUntil('an event at the receiver', () => arrivals.find(({ event }) => event && isIt(event))?.event),
    /** Closes its port until `open`. */
    close: () => close(server),
    open: () => listen(server, port),
  };
}

export type FakeIngest = Awaited<ReturnType<typeof startFakeIngest>>;

export const accept: Respond = (response) => {
  respondWith(200, { id: null })(response);
  return 'accepted';
};

/** What can go wrong with a service that listens. */
export const faults: Record<string, Respond> = {
  hang: () => {},
  reset: (response) => void response.socket?.destroy(),
  'reset halfway': (response) => {
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('{"id":', () => response.socket?.destroy());
  },
  'slow drip': (response) => {
    response.writeHead(200, { 'Content-Length': 100 });
    const drip = setInterval(() => response.write(' '), 500);
    response.on('close', () => clearInterval(drip));
  },
  500: (response) => respondWith(500)(response),
  503: (response) => respondWith(503, { detail: 'overloaded' })(response),
  429: (response) => respondWith(429, { detail: 'slow down' }, { 'Retry-After': '1' })(response),
  301: (response) => respondWith(301, '', { Location: '/elsewhere' })(response),
};
export const hang: Respond = () => {};

export function respondWith(status: number, body: object | string = '', headers: Record<string, string> = {}): Respond {
  return (response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

function read(bytes: Buffer): Pick<Arrival, 'header' | 'event' | 'feedback'> {
  const [line = '', itemHeader = '', payload = ''] = bytes.toString('utf8').split('\n');
  const header = JSON.parse(line) as Arrival['header'];
  const { type } = JSON.parse(itemHeader || '{}') as { type?: string };
  if (type === 'event') return { header, event: JSON.parse(payload) as ReceivedEvent };
  if (type !== 'feedback') return { header };
  return { header, feedback: (JSON.parse(payload) as { contexts: { feedback: ReceivedFeedback } }).contexts.feedback };
}
