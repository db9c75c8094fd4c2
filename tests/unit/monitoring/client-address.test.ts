import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientOf, noteSocketAddress } from '../../../candor/src/monitoring/client-address';
import { rawRequest } from '../../support/raw-request';
import { serve } from '../../support/serve';
import { checkAny } from '../envelope/check-property';

const behindOne = (forwarded: string) => clientOf(new Headers({ 'X-Forwarded-For': forwarded }), 1);
const notAddresses = ['', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5', '999.1.1.1', '2001:db8::1::2', '[2001:db8::1'];

test.each<readonly [string, string]>([
  [' 192.0.2.7 ', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ...[...notAddresses, 'x'.repeat(9_000)].map((text) => [text, 'unknown'] as const),
])('counts %s as %s', (address, client) => expect(behindOne(address)).toBe(client));

test.each<[string, number, string, string]>([
  ['the last, behind one proxy', 1, '9.9.9.9, 1.1.1.1', '1.1.1.1'],
  ['the last but one, behind two', 2, '9.9.9.9, 1.1.1.1, 6.6.6.6', '1.1.1.1'],
  ['the socket, where fewer proxies spoke than there are', 2, '1.1.1.1', '127.0.0.1'],
  ['the socket, without a trusted proxy, and not what its own header says', 0, '1.1.1.1', '127.0.0.1'],
])('counts as the client %s', async (_, hops, forwarded, client) => {
  const { url } = await serve((response) => {
    noteSocketAddress(response.req);
    response.end(clientOf(new Headers(response.req.headers as Record<string, string>), hops));
  });
  const headers = { 'X-Candor-Socket-Address': '2.2.2.2', 'X-Forwarded-For': forwarded };
  expect(String((await rawRequest(url, { path: '/', method: 'POST', headers })).body)).toBe(client);
});

test('names a client for any header', () => {
  const part = fc.constantFrom(' ', ...'1 255 . : :: ffff [ ] % , /64 x'.split(' '));
  const header = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: part }), fc.ipV4Extended(), fc.ipV6());
  const client = /^(unknown|\d{1,3}(\.\d{1,3}){3}|([0-9a-f]{1,4}:){4}:\/64)$/;
  checkAny(1_000, fc.tuple(header, fc.nat(9)), ([text, hops]) => client.test(clientOf({ get: () => text }, hops)));
});

test('counts an IPv4 address as itself, also with a port or mapped into IPv6', () => {
  checkAny(100, fc.tuple(fc.ipV4(), fc.nat(65_535)), ([address, port]) => {
    const texts = [address, `${address}:${port}`, `::ffff:${address}`, `[::ffff:${address}]:${port}`];
    return texts.every((text) => behindOne(text) === address);
  });
});

test('counts all addresses of one /64 as one client, in any notation', () => {
  const group = fc.integer({ min: 1, max: 0xffff }).map((number) => number.toString(16));
  const four = fc.array(group, { minLength: 4, maxLength: 4 });
  checkAny(100, fc.tuple(four, four), ([network, host]) => {
    const padded = [...network, ...host].map((group) => group.padStart(4, '0').toUpperCase()).join(':');
    const texts = [[...network, ...host].join(':'), `${network.join(':')}::1`, padded, `[${padded}]:443`];
    return texts.every((text) => behindOne(text) === `${network.join(':')}::/64`);
  });
});
