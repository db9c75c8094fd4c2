import http from 'node:http';
import https from 'node:https';
import { judgeAnswer, judgeSilence, type Answer, type Outcome } from './answer';

export type Relay = (envelopeUrl: string, envelope: Uint8Array) => Promise<Outcome>;

const maxAnswerLength = 16 * 1024;

const clients = {
  http: { request: http.request, agent: new http.Agent({ keepAlive: true, maxSockets: 64 }) },
  https: { request: https.request, agent: new https.Agent({ keepAlive: true, maxSockets: 64 }) },
};

/**
 * Posts envelopes to the reporting service, following no redirect: a followed 301 turns into a GET and looks like success.
 * Written on `node:http` because Next patches `fetch`, and because here every header that leaves is one named below.
 */
export function createRelay({ timeoutMs }: { timeoutMs: number }): Relay {
  return async (envelopeUrl, envelope) => {
    try {
      return judgeAnswer(await post(envelopeUrl, envelope, AbortSignal.timeout(timeoutMs)));
    } catch (error) {
      return judgeSilence(error, timeoutMs);
    }
  };
}

async function post(url: string, envelope: Uint8Array, signal: AbortSignal): Promise<Answer> {
  try {
    return await postOnce(url, envelope, signal);
  } catch (error) {
    // A kept connection that the service closed in the same moment: asked once more, on a connection of its own.
    if (error instanceof StaleConnectionError) return postOnce(url, envelope, signal, false);
    throw error;
  }
}

function postOnce(url: string, envelope: Uint8Array, signal: AbortSignal, mayReuse = true): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { request, agent } = url.startsWith('https:') ? clients.https : clients.http;
    const headers = {
      'User-Agent': 'candor',
      'Content-Type': 'application/x-sentry-envelope',
      'Content-Length': envelope.byteLength,
    };
    const outgoing = request(url, { method: 'POST', agent: mayReuse && agent, signal, headers });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
      reject(signal.aborted ? signal.reason : isStale ? new StaleConnectionError('closed', { cause: error }) : error);
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
      response.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    });
    outgoing.end(envelope);
  });
}

class StaleConnectionError extends Error {}
