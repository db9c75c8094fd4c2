export function errorResponse(status: number, error: string, headers?: Record<string, string>): Response {
  return jsonResponse(status, { error }, headers);
}

/** Its length is known, so that Next does not compress a few bytes, which would make them more. */
export function jsonResponse(status: number, body: object, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
  const own = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
  const forBrowsers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  return new Response(text, { status, headers: { ...own, ...forBrowsers, ...headers } });
}
