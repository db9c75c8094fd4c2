/** A proxy in front may pass on the browser's host in a header of its own. */
export function ownHosts(headers: Pick<Headers, 'get'>): string[] {
  const [forwarded] = headers.get('X-Forwarded-Host')?.split(',') ?? [];
  return [headers.get('Host'), forwarded].flatMap((host) => host?.trim().toLowerCase() || []);
}
