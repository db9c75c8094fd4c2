import http, { type Agent, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { classifyResponse, classifyNoResponse, type ServiceResponse, type SendResult } from './service-response.js';
import { limitRunningTime } from './running-time.js';

type Parts = readonly Uint8Array[];
export type Relay = (envelopeUrl: string, parts: Parts) => Promise<SendResult>;

const maxResponseBytes = 16 * 1024;
const stale = 'The kept connection was closed.';

/** `node:http`, because Next patches `fetch`. No redirect is followed: a followed 301 turns into a GET, and looks like success. */
export function createRelay({ timeoutMs }: { timeoutMs: number }): Relay {
  let target: Target | undefined;
  return async (envelopeUrl, parts) => {
    // From the name lookup on. An AbortSignal's own timer would cost as much as the rest of this file.
    const attempt: Attempt = { cancel: () => {} };
    const time = limitRunningTime(timeoutMs, () => attempt.cancel());
    try {
      if (target?.envelopeUrl !== envelopeUrl) target = targetOf(envelopeUrl);
      return classifyResponse(await post(target, parts, attempt));
    } catch (error) {
      return classifyNoResponse(error, timeoutMs, time.wasFrozen());
    } finally {
      time.end();
    }
  };
}

/** Parsing a URL for each envelope would cost more than its headers. */
function targetOf(envelopeUrl: string) {
  const url = new URL(envelopeUrl);
  const isSecure = url.protocol === 'https:';
  const agent = keepAliveAgents[isSecure ? 'https:' : 'http:'];
  return {
    envelopeUrl,
    request: isSecure ? https.request : http.request,
    options: { ...urlToHttpOptions(url), method: 'POST', agent },
    /** Names and values in turn, in the form that Node sends without looking at them. */
    headers: ['Host', url.host, 'User-Agent', 'candor', 'Content-Type', 'application/x-sentry-envelope'],
  };
}

type Target = ReturnType<typeof targetOf>;
type Attempt = { cancel: () => void };

function post(target: Target, parts: Parts, attempt: Attempt): Promise<ServiceResponse> {
  return postOnce(target, parts, attempt).catch((error: unknown) => {
    // The service closed a kept connection in the same moment: the second attempt has a connection of its own.
    if (error instanceof Error && error.message === stale) return postOnce(target, parts, attempt, { agent: false });
    throw error;
  });
}

function postOnce(target: Target, parts: Parts, attempt: Attempt, own: RequestOptions = {}): Promise<ServiceResponse> {
  const { request, options, headers } = target;
  return new Promise((resolve, reject) => {
    const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const outgoing = request({ ...options, ...own, headers: [...headers, 'Content-Length', String(length)] });
    let hasResponse = false;
    attempt.cancel = () => {
      reject(new DOMException('No response in time.', 'TimeoutError'));
      outgoing.destroy();
    };
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new Error(stale, { cause: error }) : error);
    });
    outgoing.on('response', (response) => {
      hasResponse = true;
      readResponse(outgoing, response, resolve, reject);
    });
    outgoing.on('close', () => {
      if (!hasResponse) reject(new Error('The connection was closed without a response.'));
    });
    for (const part of parts) outgoing.write(part); // Node sends those of one moment in one call.
    outgoing.end();
  });
}

function readResponse(
  outgoing: ClientRequest,
  response: IncomingMessage,
  resolve: (response: ServiceResponse) => void,
  reject: (error: Error) => void,
): void {
  const { statusCode: status = 0, headers, socket } = response;
  const body: Buffer[] = [];
  let length = 0;
  const finish = () => {
    const isEarly = !outgoing.writableFinished;
    const rateLimits = [headers['x-sentry-rate-limits'] ?? []].flat().join(',') || undefined;
    const { 'retry-after': retryAfter } = headers;
    resolve({ status, retryAfter, rateLimits, body: Buffer.concat(body, length).toString(), isEarly });
    // The state of such a connection is unknown.
    if (isEarly || status < 200 || status > 599) socket.destroy();
  };
  response.on('data', (part: Buffer) => {
    body.push(part);
    length += part.byteLength;
    if (length < maxResponseBytes) return;
    finish(); // The status is enough; an endless body adds nothing to it.
    response.destroy();
  });
  response.on('end', finish);
  response.on('error', reject); // Also when it is truncated.
}

const keepAliveAgents = {
  'http:': closeOnUnexpectedData(new http.Agent({ keepAlive: true, maxSockets: 64 })),
  'https:': closeOnUnexpectedData(new https.Agent({ keepAlive: true, maxSockets: 64 })),
};

/** Data on an idle connection belongs to no request, and the rest of it could be mistaken for the next response. */
function closeOnUnexpectedData<SomeAgent extends Agent>(agent: SomeAgent): SomeAgent {
  const keepSocketAlive = agent.keepSocketAlive.bind(agent);
  const reuseSocket = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket) => {
    socket.once('data', close);
    return keepSocketAlive(socket); // It returns whether the socket is kept, though its type says nothing of it.
  };
  agent.reuseSocket = (socket, request) => {
    socket.off('data', close);
    reuseSocket(socket, request);
  };
  return agent;
}

/** A process that is frozen would not learn that the service has closed them. */
export function closeIdleConnections(): void {
  for (const { freeSockets } of Object.values(keepAliveAgents))
    for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
}

function close(this: Duplex) {
  this.destroy();
}
