import { expect, test } from 'vitest';
import { idsOfRequest } from '../../../candor/server/request-ids';

const trace = 'a'.repeat(32);

test.each([
  [{ 'x-request-id': 'f3-7' }, { requestId: 'f3-7' }],
  [{ traceparent: `00-${trace}-${'b'.repeat(16)}-01` }, { trace_id: trace }],
  [{ traceparent: `01-${trace}-${'b'.repeat(16)}-01-more` }, { trace_id: trace }],
  [{}, {}],
  [undefined, {}],
])('reads the ids of %o', (headers, expected) => {
  expect(idsOfRequest(headers)).toEqual(expected);
});

test.each([
  { 'x-request-id': 'x'.repeat(129) },
  { 'x-request-id': '' },
  { 'x-request-id': 'a b' },
  { 'x-request-id': '{"level":"error"}' },
  { 'x-request-id': ['a', 'b'] },
  { traceparent: `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01` },
  { traceparent: `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01` },
  { traceparent: `x00-${trace}-${'b'.repeat(16)}-01` },
  { traceparent: trace },
])('takes no other text for an id: %o', (headers) => {
  expect(idsOfRequest(headers)).toEqual({});
});
