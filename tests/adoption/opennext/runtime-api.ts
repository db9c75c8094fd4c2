import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the function does with one event. */
export type Invocation = {
  event: object;
  /** The function responds: it may go on to work when all of it is here. */
  responds: (response: IncomingMessage) => void;
  /** The function threw, or the runtime gave up. */
  failed: (error: string) => void;
};

/**
 * AWS Lambda's side of its Runtime API: one invocation at a time, in the order of their calls.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 * @param onIdle the function has asked for its next event, and there is none
 * @param onEvent is called before it gets one
 */
export async function startRuntimeApi(onIdle: () => void, onEvent: () => void) {
  const waiting: Invocation[] = [];
  let current: Invocation | undefined;
  let asking: ServerResponse | undefined;
  let count = 0;

  function pass(): void {
    if (!asking) return;
    const next = waiting.shift();
    if (!next) return onIdle();
    current = next;
    count += 1;
    asking.writeHead(200, {
      'Content-Type': 'application/json',
      'Lambda-Runtime-Aws-Request-Id': `request-${count}`,
      'Lambda-Runtime-Deadline-Ms': String(Date.now() + 30_000),
      'Lambda-Runtime-Invoked-Function-Arn': 'arn:aws:lambda:us-east-1:123456789012:function:site',
    });
    asking.end(JSON.stringify(next.event));
    asking = undefined;
    onEvent();
  }

  const accept = (request: IncomingMessage, response: ServerResponse) =>
    request.resume().once('end', () => void response.writeHead(202).end());

  const server = createServer((request, response) => {
    if (request.url?.endsWith('/next')) {
      current = undefined;
      asking = response;
      return pass();
    }
    const invocation = current;
    if (request.url?.endsWith('/response')) {
      invocation?.responds(request);
      return void accept(request, response);
    }
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.once('end', () => invocation?.failed(body));
    accept(request, response);
  });
  server.keepAliveTimeout = 0; // The runtime keeps its connection while it is frozen.
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    invoke(invocation: Invocation): void {
      waiting.push(invocation);
      pass();
    },
    /** The process of the function is gone. */
    lose(): void {
      current?.failed('The process of the function has ended.');
      current = asking = undefined;
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
