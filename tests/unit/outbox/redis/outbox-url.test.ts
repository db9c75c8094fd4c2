import { expect, test } from 'vitest';
import { isOutboxUrl, parseOutboxUrl } from '../../../../candor/src/outbox/redis/outbox-url';

const addresses = ['redis://host', 'rediss://user:p%40ss@host:6380/15', 'redis://:pass@[::1]:6379'];
test.each<[string, object]>([
  ...addresses.map((url): [string, object] => [url, { url }]),
  ['redis+sentinel://one/shop', { sentinels: ['redis://one:26379'], name: 'shop', credentials: '', database: '0' }],
  [
    'redis+sentinel://user:p%40ss@one,[::1]:7,10.0.0.3:26380/my.shop-1/3',
    {
      sentinels: ['redis://one:26379', 'redis://[::1]:7', 'redis://10.0.0.3:26380'],
      name: 'my.shop-1',
      credentials: 'user:p%40ss@',
      database: '3',
    },
  ],
])('%s is the address of a Redis, or of a primary that sentinels know', (url, address) =>
  expect(parseOutboxUrl(url)).toEqual(address),
);

test.each([
  ['has no name', 'redis+sentinel://one:26379'],
  ['has an empty name', 'redis+sentinel://one:26379//0'],
  ['has no host', 'redis+sentinel:///shop'],
  ['has an empty host', 'redis+sentinel://one,,two/shop'],
  ['has a port that is none', 'redis+sentinel://one:65536/shop'],
  ['has the port 0', 'redis+sentinel://one:0/shop'],
  ['has a database that is none', 'redis+sentinel://one/shop/x'],
  ['has a user and no password', 'redis+sentinel://user@one/shop'],
  ['has a password that cannot be decoded', 'redis+sentinel://:%ZZ@one/shop'],
  ['has a query', 'redis+sentinel://one/shop?x=1'],
  ['has sentinels, and a scheme without them', 'redis://one:1,two:2/0'],
])('an address that %s is none', (_, url) => expect(isOutboxUrl(url)).toBe(false));
