/** The hosts by which a request names this site, in lower case: the proxy in front may hand on the browser's in its own header. */
export function ownHosts(headers: Pick<Headers, 'get'>): string[] {
  const [forwarded] = headers.get('X-Forwarded-Host')?.split(',') ?? [];
  return [headers.get('Host'), forwarded].flatMap((host) => host?.trim().toLowerCase() || []);
}
