import { expect, test } from 'vitest';
import { readLifetimes } from '../../../candor/src/server/lifetime-settings';

test.each([
  [{}, {}, { lifetime: 'process', lifetimeFrom: undefined, outboxLifetime: 'disk' }],
  [{}, { VERCEL: '1' }, { lifetime: 'request', lifetimeFrom: 'VERCEL', outboxLifetime: 'process' }],
  [{}, { NETLIFY: 'true' }, { lifetime: 'request', lifetimeFrom: 'NETLIFY', outboxLifetime: 'process' }],
  [{}, { VERCEL: '' }, { lifetime: 'process', lifetimeFrom: undefined, outboxLifetime: 'disk' }],
  [
    {},
    { AWS_LAMBDA_FUNCTION_NAME: 'shop' },
    { lifetime: 'request', lifetimeFrom: 'AWS_LAMBDA_FUNCTION_NAME', outboxLifetime: 'process' },
  ],
  [{ lifetime: 'process' }, { VERCEL: '1' }, { lifetime: 'process', lifetimeFrom: 'LIFETIME', outboxLifetime: 'disk' }],
  [{ lifetime: 'request' }, {}, { lifetime: 'request', lifetimeFrom: 'LIFETIME', outboxLifetime: 'process' }],
  [
    { lifetime: 'request', outboxLifetime: 'disk' },
    {},
    { lifetime: 'request', lifetimeFrom: 'LIFETIME', outboxLifetime: 'disk' },
  ],
  [{ outboxLifetime: 'process' }, {}, { lifetime: 'process', lifetimeFrom: undefined, outboxLifetime: 'process' }],
] as const)('with the settings %j and the environment %j it is %j', (given, env, lifetimes) => {
  expect(readLifetimes(given, env)).toEqual(lifetimes);
});
