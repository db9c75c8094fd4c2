import type { IncomingMessage, ServerResponse } from 'node:http';

// https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads

/** The event that Lambda makes of a request to a function's address. */
export async function eventOf(request: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname, search } = new URL(request.url ?? '/', 'http://function');
  const { cookie, ...headers } = request.headers;
  const sourceIp = request.socket.remoteAddress ?? '';
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers: { ...headers, 'x-forwarded-for': sourceIp, 'x-forwarded-proto': 'https' },
    requestContext: { http: { method: request.method, path: pathname, protocol: 'HTTP/1.1', sourceIp } },
    body: chunks.length > 0 ? Buffer.concat(chunks).toString('base64') : undefined,
    isBase64Encoded: chunks.length > 0,
  };
}

type Prelude = { statusCode: number; headers: Record<string, string>; cookies?: string[] };
type Buffered = Prelude & { body: string; isBase64Encoded?: boolean };

/** The type of a response that is streamed: JSON, eight zeros, and the body. */
const streamed = 'application/vnd.awslambda.http-integration-response';
const afterPrelude = Buffer.alloc(8);

/** Sends on what the function responds. */
export async function sendResponse(given: IncomingMessage, response: ServerResponse): Promise<void> {
  if (given.headers['content-type'] !== streamed) return sendBuffered(given, response);
  let start = Buffer.alloc(0);
  for await (const chunk of given) {
    if (response.headersSent) response.write(chunk);
    else {
      start = Buffer.concat([start, chunk as Buffer]);
      const end = start.indexOf(afterPrelude);
      if (end === -1) continue;
      sendHead(JSON.parse(start.subarray(0, end).toString()) as Prelude, response);
      response.write(start.subarray(end + afterPrelude.length));
    }
  }
  response.end();
}

async function sendBuffered(given: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const part of given.setEncoding('utf8')) text += part as string;
  const { body, isBase64Encoded, ...prelude } = JSON.parse(text) as Buffered;
  sendHead(prelude, response);
  response.end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
}

function sendHead({ statusCode, headers, cookies = [] }: Prelude, response: ServerResponse): void {
  response.statusCode = statusCode;
  for (const [name, value] of Object.entries(headers)) {
    // OpenNext compresses what Next has measured.
    if (name !== 'content-length') response.setHeader(name, value);
  }
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.flushHeaders();
}
