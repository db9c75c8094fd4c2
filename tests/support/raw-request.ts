import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export type RawRequest = { path: string; method?: string; headers?: OutgoingHttpHeaders; body?: string };

/** Sends one request exactly as it is written here: `fetch` would follow redirects and normalize the path. */
export async function rawRequest(
  url: string,
  { path, method = 'GET', headers, body }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path, method, headers, agent: false });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}
