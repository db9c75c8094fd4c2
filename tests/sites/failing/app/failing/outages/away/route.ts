/** Redirects to another origin, where this server listens too. A script's request may not follow there. */
export function GET(request: Request): Response {
  const host = request.headers.get('Host')?.replace('127.0.0.1', 'localhost');
  return Response.redirect(`http://${host}/failing/outages/other`);
}
