import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { classifyResponse, classifyNoResponse, type ServiceResponse, type SendResult } from './service-response.js';
import { keepAliveAgents } from './keep-alive.js';
import { limitRunningTime } from './running-time.js';

/** Posts an envelope, and says what became of it; it never throws. */
export type Relay = (envelopeUrl: string, envelope: Uint8Array) => Promise<SendResult>;

const maxResponseLength = 16 * 1024;

/**
 * Posts envelopes to the reporting service, following no redirect: a followed 301 turns into a GET and looks like success.
 * Written on `node:http` because Next patches `fetch`, and because here every header that leaves is one named below.
 */
export function createRelay({ timeoutMs }: { timeoutMs: number }): Relay {
  return async (envelopeUrl, envelope) => {
    // Covers all of it, from the name lookup on. An AbortSignal's own timer would cost as much as the rest of this file.
    const attempt: Attempt = { isOver: false, cancel: () => {} };
    const time = limitRunningTime(timeoutMs, () => {
      attempt.isOver = true;
      attempt.cancel();
    });
    try {
      return classifyResponse(await post(new URL(envelopeUrl), envelope, attempt));
    } catch (error) {
      return classifyNoResponse(error, timeoutMs, time.wasFrozen());
    } finally {
      time.end();
    }
  };
}

/** `cancel` ends the request that is in flight. */
type Attempt = { isOver: boolean; cancel: () => void };

async function post(url: URL, envelope: Uint8Array, attempt: Attempt): Promise<ServiceResponse> {
  try {
    return await postOnce(url, envelope, attempt);
  } catch (error) {
    // The service closed a kept connection in the same moment: the second attempt has a connection of its own.
    if (error instanceof StaleConnectionError) return postOnce(url, envelope, attempt, { mayReuse: false });
    throw error;
  }
}

function postOnce(
  url: URL,
  envelope: Uint8Array,
  attempt: Attempt,
  { mayReuse } = { mayReuse: true },
): Promise<ServiceResponse> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const outgoing = (isSecure ? https : http).request(url, {
      method: 'POST',
      agent: mayReuse && keepAliveAgents[isSecure ? 'https:' : 'http:'],
      headers: {
        'User-Agent': 'candor',
        'Content-Type': 'application/x-sentry-envelope',
        'Content-Length': envelope.byteLength,
      },
    });
    let hasResponse = false;
    attempt.cancel = () => {
      reject(new DOMException('No response in time.', 'TimeoutError'));
      outgoing.destroy();
    };
    if (attempt.isOver) attempt.cancel();
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new StaleConnectionError('closed', { cause: error }) : error);
    });
    outgoing.on('response', (response) => {
      hasResponse = true;
      readResponse(outgoing, response).then(resolve, reject);
    });
    outgoing.on('close', () => {
      if (!hasResponse) reject(new Error('The connection was closed without a response.'));
    });
    outgoing.end(envelope);
  });
}

function readResponse(outgoing: ClientRequest, response: IncomingMessage): Promise<ServiceResponse> {
  return new Promise((resolve, reject) => {
    const { statusCode: status = 0, headers, socket } = response;
    let body = '';
    let isFinished = false;
    const finish = () => {
      isFinished = true;
      const isEarly = !outgoing.writableFinished;
      const rateLimits = [headers['x-sentry-rate-limits'] ?? []].flat().join(',') || undefined;
      resolve({ status, retryAfter: headers['retry-after'], rateLimits, date: headers.date, body, isEarly });
      // The state of such a connection is unknown.
      if (isEarly || status < 200 || status > 599) socket.destroy();
    };
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      body += text;
      if (body.length < maxResponseLength) return;
      finish(); // The status is enough; an endless body adds nothing to it.
      response.destroy();
    });
    response.on('end', finish);
    response.on('error', reject);
    response.on('close', () => {
      if (!isFinished) reject(new Error('The response was truncated.')); // Unseen errors have a stack, too.
    });
  });
}

class StaleConnectionError extends Error {}
