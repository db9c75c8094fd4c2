import { randomUUID } from 'node:crypto';
import { Agent, request as startRequest } from 'node:http';
import type { Server } from './server';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export type Asked = { path: string; status: number; body?: string };
export const home: Asked = { path: '/', status: 200 };
export const dynamic: Asked = { path: '/dynamic', status: 200 };
export const failing: Asked = { path: '/fails', status: 500 };
/** An envelope of one event of this size, as a browser posts it. */
export function envelope(path: string, bytes: number): Asked {
  const event_id = randomUUID().replaceAll('-', '');
  const event = { event_id, exception: { values: [{ type: 'Error', value: 'Of the load.' }] }, padding: '' };
  const toBody = () => [{ event_id }, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n');
  event.padding = 'x'.repeat(Math.max(0, bytes - toBody().length));
  return { path, status: 200, body: toBody() };
}

let clients = 0;

/** @returns milliseconds until the end of the response, which must have its status */
export function ask({ url }: Pick<Server, 'url'>, { path, status, body }: Asked): Promise<number> {
  const from = performance.now();
  clients = (clients + 1) % 200; // Behind a proxy, so that none of them meets its own limit.
  const headers = { 'X-Forwarded-For': `192.0.2.${clients + 1}`, 'Content-Type': 'text/plain;charset=UTF-8' };
  return new Promise((resolve, reject) => {
    const request = startRequest(url + path, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
      const isRight = response.statusCode === status || (body !== undefined && response.statusCode === 202);
      if (!isRight) reject(new Error(`${url}${path} responded with ${response.statusCode}.`));
      response.on('error', reject).on('end', () => resolve(performance.now() - from));
      response.resume();
    });
    // A server closes a connection that rests for five seconds, perhaps in the moment of the next request.
    request.on('error', (error) =>
      request.reusedSocket ? resolve(ask({ url }, { path, status, body })) : reject(error),
    );
    request.end(body);
  });
}

/** So many requests over four connections, each as soon as the one before it is answered. */
export async function load(server: Pick<Server, 'url'>, count: number, asked: (turn: number) => Asked): Promise<void> {
  let made = 0;
  const connection = async () => {
    while (made < count) await ask(server, asked(made++));
  };
  await Promise.all(Array.from({ length: 4 }, connection));
}
