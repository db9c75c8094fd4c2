import { nodeRequest } from 'candor';

// Changes that a Server Component makes to the response of its request. Next has no API for them.

/** Sets status and headers, unless the head was sent. Next changes a status only for failures of its own. */
export function setStatus(status: number, headers: Record<string, string>): void {
  const { response } = nodeRequest() ?? {};
  if (!response || response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Sets a header, whatever the status will be, unless the head was sent. */
export function setHeader(name: string, value: string): void {
  const { response } = nodeRequest() ?? {};
  if (response?.headersSent === false) response.setHeader(name, value);
}

/** Whether a browser or Next's router only guessed that the visitor may want the page. */
export function isPrefetch(): boolean {
  const { headers, rawHeaders = [] } = nodeRequest()?.request ?? {};
  // Next removes its router's headers from `headers`.
  const isOfRouter = rawHeaders.some((text, at) => at % 2 === 0 && text.toLowerCase() === 'next-router-prefetch');
  return isOfRouter || /\bprefetch\b/i.test(`${String(headers?.['sec-purpose'])} ${String(headers?.purpose)}`);
}
