import { expect, test } from 'vitest';
import { lookAtHeaders } from '../../../../candor/src/cli/doctor/look-at-headers';
import { documentHeaders } from '../../../support/candor-site';

const look = (address: string, more: Record<string, string> = {}) =>
  lookAtHeaders({
    url: new URL(address),
    status: 200,
    headers: new Headers({ ...documentHeaders, ...more }),
    body: Buffer.alloc(0),
  });

test('over https a document without Strict-Transport-Security means that the proxy does not say https', () => {
  expect(look('https://a.example/')).toEqual([
    { about: 'site', says: expect.stringContaining('X-Forwarded-Proto: https') as string },
  ]);
  expect(look('https://a.example/', { 'Strict-Transport-Security': 'max-age=1' })).toEqual([]);
  expect(look('http://a.example/')).toEqual([]);
});
