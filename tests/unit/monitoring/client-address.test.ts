import fc from 'fast-check';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf, noteSocketAddress } from '../../../candor/src/monitoring/client-address';
import { checkAny } from '../envelope/check-property';

const behindOne = (forwarded: string) => clientOf(new Headers({ 'X-Forwarded-For': forwarded }), 1);

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7 ', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('counts %s as %s', (address, client) => {
  expect(behindOne(address)).toBe(client);
});

const others = ['', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5', '999.1.1.1', '2001:db8::1::2', '[2001:db8::1'];
test.each([...others, 'x'.repeat(9_000)])('counts texts that are not addresses as one client: %s', (address) => {
  expect(behindOne(address)).toBe('unknown');
});

test.each<[string, number, string, string]>([
  ['the last, behind one proxy', 1, '9.9.9.9, 1.1.1.1', '1.1.1.1'],
  ['the last but one, behind two', 2, '9.9.9.9, 1.1.1.1, 6.6.6.6', '1.1.1.1'],
  ['the socket, where fewer proxies spoke than there are', 2, '1.1.1.1', '127.0.0.1'],
  ['the socket, without a trusted proxy', 0, '1.1.1.1', '127.0.0.1'],
])('counts as the client %s', (_, hops, forwarded, client) => {
  const headers = new Headers({ 'X-Forwarded-For': forwarded, 'X-Candor-Socket-Address': '::ffff:127.0.0.1' });
  expect(clientOf(headers, hops)).toBe(client);
});

test('a request has the address of its socket, and not the one in its own header', async () => {
  const server = createServer((incoming, response) => {
    noteSocketAddress(incoming);
    response.end(clientOf(new Headers(incoming.headers as Record<string, string>), 0));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const headers = { 'X-Candor-Socket-Address': '1.1.1.1', 'X-Forwarded-For': '2.2.2.2' };
  const asked = request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false }).end('x');
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const part of response) text += String(part);
  expect(text).toBe('127.0.0.1');
});

const behindAny = (forwarded: string, hops: number) => clientOf({ get: () => forwarded }, hops);

test('names a client for any header', () => {
  const part = fc.constantFrom(' ', ...'1 255 . : :: ffff [ ] % , /64 x'.split(' '));
  const header = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: part }), fc.ipV4Extended(), fc.ipV6());
  const client = /^(unknown|\d{1,3}(\.\d{1,3}){3}|([0-9a-f]{1,4}:){4}:\/64)$/;
  checkAny(1_000, fc.tuple(header, fc.nat(9)), ([header, hops]) => client.test(behindAny(header, hops)));
});

test('counts an IPv4 address as itself, also with a port or mapped into IPv6', () => {
  checkAny(100, fc.tuple(fc.ipV4(), fc.nat(65_535)), ([address, port]) => {
    const texts = [address, `${address}:${port}`, `::ffff:${address}`, `[::ffff:${address}]:${port}`];
    return texts.every((text) => behindOne(text) === address);
  });
});

test('counts all addresses of one /64 as one client, in any notation', () => {
  const group = fc.nat(0xffff).map((number) => number.toString(16));
  const four = fc.array(group, { minLength: 4, maxLength: 4 });
  checkAny(100, fc.tuple(four, four, fc.ipV6()), ([network, host, any]) => {
    const client = network.join(':') + '::/64';
    const padded = [...network, ...host].map((group) => group.padStart(4, '0').toUpperCase()).join(':');
    const isMapped = any.toLowerCase().includes('ffff') || network.every((group) => group === '0');
    const texts = [[...network, ...host].join(':'), padded, `[${padded}]:443`];
    const isSame = texts.every((text) => behindOne(text) === client);
    return isMapped || (isSame && behindOne(any) === behindOne(any.toUpperCase()));
  });
});
