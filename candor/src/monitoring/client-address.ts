import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

// A route handler gets no socket from Next: this header has the address of its client. A header of the client's is overwritten.
const socketHeader = 'x-candor-socket-address';

export function noteSocketAddress({ method, headers, socket }: IncomingMessage): void {
  if (method === 'POST') headers[socketHeader] = socket.remoteAddress ?? '';
}

/** An IPv4 address, or the /64 of an IPv6 address, since one client gets a whole /64. Other texts are one client: they evade no limit. */
export function clientOf(headers: Pick<Headers, 'get'>, trustedProxyHops: number): string {
  const forwarded = headers.get('X-Forwarded-For')?.split(',') ?? [];
  const seen = trustedProxyHops === 0 ? undefined : forwarded.at(-trustedProxyHops);
  const address = withoutPort((seen ?? headers.get(socketHeader) ?? '').trim());
  if (isIP(address) === 4) return address;
  if (isIP(address) === 0) return 'unknown';
  const groups = groupsOf(address);
  const [network, mapped] = [groups.slice(0, 4), groups.slice(6)];
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (!isMapped) return `${network.join(':')}::/64`;
  return Buffer.from(mapped.map((group) => group.padStart(4, '0')).join(''), 'hex').join('.');
}

/** Some proxies add the port, and put an IPv6 address in brackets for it; a link-local address has a zone. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  const bare = bracketed ?? text.replace(/^([\d.]+):\d+$/, '$1');
  return bare.replace(/%.*$/, '');
}

/** The eight groups of an IPv6 address, in any notation, as hexadecimal numbers without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL writes an embedded IPv4 address as two groups.
  const halves = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [head = [], tail = []] = halves.map((half) => half.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}
