import http from 'node:http';
import https from 'node:https';
import { clearTimeout, setTimeout } from 'node:timers';
import { judgeAnswer, judgeSilence, type Answer, type Outcome } from './answer';

export type Relay = (envelopeUrl: string, envelope: Uint8Array) => Promise<Outcome>;

const maxAnswerLength = 16 * 1024;

const agents = {
  'http:': new http.Agent({ keepAlive: true, maxSockets: 64 }),
  'https:': new https.Agent({ keepAlive: true, maxSockets: 64 }),
};

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
      agent: mayReuse && agents[isSecure ? 'https:' : 'http:'],
      headers: {
        'User-Agent': 'candor',
        'Content-Type': 'application/x-sentry-envelope',
        'Content-Length': envelope.byteLength,
      },
    });
    // Not a signal, which costs as much as all the rest of this.
    const timer = setTimeout(() => {
      reject(new DOMException('No answer in time.', 'TimeoutError'));
      outgoing.destroy();
    }, deadline - performance.now());
    outgoing.on('close', () => clearTimeout(timer));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
      reject(isStale ? new StaleConnectionError('closed', { cause: error }) : error);
    });
    outgoing.on('response', (response) => {
      let body = '';
      const answer = () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          rateLimits: [response.headers['x-sentry-rate-limits'] ?? []].flat().join(',') || undefined,
          body,
        });
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
        if (body.length < maxAnswerLength) return;
        answer(); // The status is the answer; an endless body adds nothing to it.
        response.destroy();
      });
      response.on('end', answer);
      response.on('error', reject);
    });
    outgoing.end(envelope);
  });
}

class StaleConnectionError extends Error {}
