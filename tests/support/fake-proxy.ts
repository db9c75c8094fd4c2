import { createServer, request as startRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What it does with a request: pass it on, wait for ever, respond in the site's place, lose the site's response or a part of it, or close the connection. */
export type ProxyMode = 'forward' | 'wait' | 'lose the response' | 'cut the response' | 'reset' | number;

/** A proxy on loopback before a site. Its port can be closed, as when the process that listened is dead. */
export async function startFakeProxy(siteUrl: string) {
  let mode: ProxyMode = 'forward';
  let isMeant: (request: { path: string; isAction: boolean }) => boolean = () => true;
  let headers: Record<string, string> = {};
  const forwarded: { method: string; path: string; isAction: boolean }[] = [];

  const server = createServer((request, response) => {
    // On a connection that it used before, Chromium itself repeats a request that got no response, whatever its method.
    response.setHeader('Connection', 'close');
    const isAction = request.headers['next-action'] !== undefined;
    const { method = '', url = '' } = request;
    const how = isMeant({ path: url, isAction }) ? mode : 'forward';
    if (how === 'wait') return;
    if (how === 'reset') {
      request.socket.destroy();
      return;
    }
    if (typeof how === 'number') {
      response.writeHead(how, { 'Content-Type': 'text/html', ...headers }).end('<h1>The proxy of the test</h1>');
      return;
    }
    forwarded.push({ method, path: url, isAction });
    const passedOn = startRequest(new URL(url, siteUrl), { method, headers: request.headers }, (answer) => {
      if (how === 'lose the response') {
        answer.resume();
        response.socket?.destroy();
        return;
      }
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && name !== 'connection' && name !== 'keep-alive') response.setHeader(name, value);
      }
      response.writeHead(answer.statusCode ?? 0);
      if (how === 'cut the response') {
        answer.once('data', (part: Buffer) => response.write(part.subarray(0, 20), () => response.socket?.destroy()));
        return;
      }
      answer.pipe(response);
    });
    passedOn.on('error', () => response.destroy());
    request.pipe(passedOn);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    forwarded,
    /**
     * How it treats the requests from now on.
     * @param only those that are meant; the others are passed on
     * @param own headers of a response in the site's place
     */
    set(next: ProxyMode, only: typeof isMeant = () => true, own: Record<string, string> = {}) {
      mode = next;
      isMeant = only;
      headers = own;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    open: () => listen(port),
  };
}

export type FakeProxy = Awaited<ReturnType<typeof startFakeProxy>>;
