import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf, noteSocketAddresses } from '../../../candor/delivery/client-address';

const behindOne = (forwarded: string) => clientOf(new Headers({ 'X-Forwarded-For': forwarded }), 1);

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7 ', '192.0.2.7'],
  ['192.0.2.7:54321', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:54321', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('counts %s for %s', (address, client) => {
  expect(behindOne(address)).toBe(client);
});

test.each([
  '',
  'unknown',
  '_hidden',
  '1.2.3',
  '1.2.3.4.5',
  '999.1.1.1',
  '2001:db8::1::2',
  '[2001:db8::1',
  'x'.repeat(9_000),
])('counts what is no address for one client: %s', (address) => {
  expect(behindOne(address)).toBe('unknown');
});

test.each<[string, number, string, string]>([
  ['the last, behind one proxy', 1, '9.9.9.9, 1.1.1.1', '1.1.1.1'],
  ['the last but one, behind two', 2, '9.9.9.9, 1.1.1.1, 6.6.6.6', '1.1.1.1'],
  ['the socket, where fewer proxies spoke than there are', 2, '1.1.1.1', '127.0.0.1'],
  ['the socket, without a trusted proxy', 0, '1.1.1.1', '127.0.0.1'],
])('takes for the client %s', (_, hops, forwarded, client) => {
  const headers = new Headers({ 'X-Forwarded-For': forwarded, 'X-Candor-Socket-Address': '::ffff:127.0.0.1' });
  expect(clientOf(headers, hops)).toBe(client);
});

test('a request has the address of its socket, and not the one that it names itself', async () => {
  noteSocketAddresses();
  const server = createServer(({ headers }, response) => {
    response.end(clientOf(new Headers(headers as Record<string, string>), 0));
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
