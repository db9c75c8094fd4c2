import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { clearTimeout, setTimeout } from 'node:timers';
import { judgeAnswer, judgeSilence, type Answer, type Outcome } from './service-response';
import { keptConnections } from './keep-alive';

export type Relay = (envelopeUrl: string, envelope: Uint8Array) => Promise<Outcome>;

const maxAnswerLength = 16 * 1024;

/**
 * Posts envelopes to the reporting service, following no redirect: a followed 301 turns into a GET and looks like success.
 * Written on `node:http` because Next patches `fetch`, and because here every header that leaves is one named below.
 */
export function createRelay({ timeoutMs }: { timeoutMs: number }): Relay {
  return async (envelopeUrl, envelope) => {
    const deadline = performance.now() + timeoutMs;
    try {
      return judgeAnswer(await post(envelopeUrl, envelope, deadline));
    } catch (error) {
      return judgeSilence(error, timeoutMs);
    }
  };
}

async function post(url: string, envelope: Uint8Array, deadline: number): Promise<Answer> {
  try {
    return await postOnce(url, envelope, deadline);
  } catch (error) {
    // A kept connection that the service closed in the same moment: asked once more, on a connection of its own.
    if (error instanceof StaleConnectionError) return postOnce(url, envelope, deadline, false);
    throw error;
  }
}

function postOnce(url: string, envelope: Uint8Array, deadline: number, mayReuse = true): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { protocol, hostname, port, pathname, search } = new URL(url);
    const isSecure = protocol === 'https:';
    const outgoing = (isSecure ? https : http).request({
      hostname: hostname.replace(/^\[|\]$/g, ''), // An IPv6 address stands in brackets only in a URL.
      port,
      path: pathname + search,
      method: 'POST',
      agent: mayReuse && keptConnections[isSecure ? 'https:' : 'http:'],
      headers: {
        'User-Agent': 'candor',
        'Content-Type': 'application/x-sentry-envelope',
        'Content-Length': envelope.byteLength,
      },
    });
    let hasAnswer = false;
    // For all of it, from the look-up of the name on. Not a signal, which costs as much as all the rest of this.
    const timer = setTimeout(() => {
      reject(new DOMException('No answer in time.', 'TimeoutError'));
      outgoing.destroy();
    }, deadline - performance.now());
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new StaleConnectionError('closed', { cause: error }) : error);
    });
    outgoing.on('response', (response) => {
      hasAnswer = true;
      readAnswer(outgoing, response).then(resolve, reject);
    });
    // 101, which nobody has asked for: what follows on this connection is no HTTP.
    outgoing.on('upgrade', ({ statusCode = 0 }, socket) => {
      hasAnswer = true;
      socket.destroy();
      resolve({ status: statusCode, body: '' });
    });
    outgoing.on('close', () => {
      clearTimeout(timer);
      if (!hasAnswer) reject(new Error('The connection was closed without a response.'));
    });
    outgoing.end(envelope);
  });
}

function readAnswer(outgoing: ClientRequest, response: IncomingMessage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { statusCode: status = 0, headers, socket } = response;
    let body = '';
    const answer = () => {
      const isEarly = !outgoing.writableFinished;
      const rateLimits = [headers['x-sentry-rate-limits'] ?? []].flat().join(',') || undefined;
      resolve({ status, retryAfter: headers['retry-after'], rateLimits, date: headers.date, body, isEarly });
      // Nobody knows what would come next on such a connection.
      if (isEarly || status < 200 || status > 599) socket.destroy();
    };
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      body += text;
      if (body.length < maxAnswerLength) return;
      answer(); // The status is the answer; an endless body adds nothing to it.
      response.destroy();
    });
    response.on('end', answer);
    response.on('error', reject);
    response.on('close', () => reject(new Error('The response was cut off.'))); // After `end` this changes nothing.
  });
}

class StaleConnectionError extends Error {}
