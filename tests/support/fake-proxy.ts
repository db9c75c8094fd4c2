import { createServer, request as startRequest } from 'node:http';
import { close, listen } from './loopback';

/** What it does with a request: pass it on, lose the site's response, or respond in the site's place. */
type ProxyMode = 'forward' | 'lose the response' | number;

/** A proxy on loopback before a site. */
export async function startFakeProxy(siteUrl: string) {
  let mode: ProxyMode = 'forward';
  let meant: 'all' | 'actions' = 'all';
  const forwarded: string[] = [];

  const server = createServer((request, response) => {
    // On a connection that it used before, Chromium itself repeats a request that got no response, whatever its method.
    response.setHeader('Connection', 'close');
    const { method = '', url = '' } = request;
    const how = meant === 'all' || request.headers['next-action'] !== undefined ? mode : 'forward';
    if (typeof how === 'number')
      return void response.writeHead(how, { 'Content-Type': 'text/html' }).end('<h1>The proxy</h1>');
    forwarded.push(url);
    const passedOn = startRequest(new URL(url, siteUrl), { method, headers: request.headers }, (answer) => {
      if (how === 'lose the response') {
        answer.resume();
        response.socket?.destroy();
        return;
      }
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined && !/^(connection|keep-alive)$/.test(name)) response.setHeader(name, value);
      answer.pipe(response.writeHead(answer.statusCode ?? 0));
    });
    passedOn.on('error', () => response.destroy());
    request.pipe(passedOn);
  });
  const { url } = await listen(server);

  return {
    url,
    forwarded,
    /** How it treats all requests from now on, or those of actions: it passes the others on. */
    set(next: ProxyMode, requests: typeof meant = 'all') {
      mode = next;
      meant = requests;
    },
    close: () => close(server),
  };
}

export type FakeProxy = Awaited<ReturnType<typeof startFakeProxy>>;
