import { createServer, request as startRequest } from 'node:http';
import { close, listen } from './loopback';

/** What it does with a request: pass it on, wait for ever, lose the site's response, or respond in the site's place. */
type ProxyMode = 'forward' | 'wait' | 'lose the response' | number;

/** A proxy on loopback before a site. Its port can be closed, as when the process that listened is dead. */
export async function startFakeProxy(siteUrl: string) {
  let mode: ProxyMode = 'forward';
  let isMeant: (request: { path: string; isAction: boolean }) => boolean = () => true;
  let headers: Record<string, string> = {};
  const forwarded: string[] = [];

  const server = createServer((request, response) => {
    // On a connection that it used before, Chromium itself repeats a request that got no response, whatever its method.
    response.setHeader('Connection', 'close');
    const isAction = request.headers['next-action'] !== undefined;
    const { method = '', url = '' } = request;
    const how = isMeant({ path: url, isAction }) ? mode : 'forward';
    if (how === 'wait') return;
    if (typeof how === 'number')
      return void response.writeHead(how, { 'Content-Type': 'text/html', ...headers }).end('<h1>The proxy</h1>');
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
  const { url, port } = await listen(server);

  return {
    url,
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
    close: () => close(server),
    open: () => listen(server, port),
  };
}

export type FakeProxy = Awaited<ReturnType<typeof startFakeProxy>>;
