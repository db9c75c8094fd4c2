import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export type Question = { path: string; method?: string; headers?: Record<string, string>; body?: string };

/** One request as it is written here: `fetch` would follow redirects and tidy the path. */
export async function ask(url: string, { path, method = 'GET', headers, body }: Question): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const asked = request({ hostname, port, path, method, headers, agent: false });
  asked.end(body);
  const [response] = await once(asked, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}
