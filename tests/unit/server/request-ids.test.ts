import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idsOfRequest, traceOf } from '../../../candor/server/request-ids';

const trace = 'a'.repeat(32);
const parent = 'b'.repeat(16);

test.each([
  [{ 'x-request-id': 'f3-7' }, { requestId: 'f3-7' }],
  [{ 'x-request-id': './a.b.c' }, { requestId: './a.b.c' }],
  [{ 'x-request-id': 'x'.repeat(128) }, { requestId: 'x'.repeat(128) }],
  [{ traceparent: `00-${trace}-${parent}-01` }, { trace_id: trace }],
  [{ traceparent: `00-${trace}-${parent}-ff` }, { trace_id: trace }],
  [{ traceparent: `01-${trace}-${parent}-01` }, { trace_id: trace }],
  [{ traceparent: `cc-${trace}-${parent}-01-what-comes-later` }, { trace_id: trace }],
  [{ 'x-request-id': 'a b', traceparent: `00-${trace}-${parent}-00` }, { trace_id: trace }],
  [{}, {}],
  [undefined, {}],
])('reads the ids of %o', (headers, expected) => {
  expect(idsOfRequest(headers)).toEqual(expected);
});

test.each([
  { 'x-request-id': 'x'.repeat(129) },
  { 'x-request-id': '' },
  { 'x-request-id': 'a b' },
  { 'x-request-id': '../../x' },
  { 'x-request-id': 'a..b' },
  { 'x-request-id': 'a\r\nSet-Cookie: b' },
  { 'x-request-id': 'a, b' },
  { 'x-request-id': '{"level":"error"}' },
  { 'x-request-id': ['a', 'b'] },
  { traceparent: trace },
  { traceparent: `00-${'0'.repeat(32)}-${parent}-01` },
  { traceparent: `00-${trace}-${'0'.repeat(16)}-01` },
  { traceparent: `00-${trace.toUpperCase()}-${parent}-01` },
  { traceparent: `00-${trace.slice(1)}g-${parent}-01` },
  { traceparent: `00-${trace.slice(1)}-${parent}-01` },
  { traceparent: `00-${trace}-${parent}-0` },
  { traceparent: `00-${trace}-${parent}-01-more` },
  { traceparent: `00-${trace}-${parent}-01-` },
  { traceparent: `00-${trace}-${parent}-01\n` },
  { traceparent: `01-${trace}-${parent}-01more` },
  { traceparent: `01-${trace}-${parent}-01-${'x'.repeat(256)}` },
  { traceparent: `ff-${trace}-${parent}-01` },
  { traceparent: `0-${trace}-${parent}-01` },
  { traceparent: `x00-${trace}-${parent}-01` },
  { traceparent: ` 00-${trace}-${parent}-01` },
  { traceparent: `00-${trace}-${parent}-01, 00-${trace}-${parent}-01` },
  { traceparent: [`00-${trace}-${parent}-01`] },
])('takes no other text for an id: %o', (headers) => {
  expect(idsOfRequest(headers)).toEqual({});
});

test('what is read of a traceparent is a valid one of version 00, whatever was sent', () => {
  const hex = fc.stringMatching(/^[0-9a-f]{0,34}$/);
  const parts = fc.tuple(hex, hex, hex, hex, fc.string()).map((all) => all.join('-'));
  const nearlyValid = fc.stringMatching(/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}.{0,9}$/);
  fc.assert(
    fc.property(fc.oneof(parts, nearlyValid, fc.string()), (traceparent) => {
      const read = traceOf({ traceparent });
      if (read === undefined) return;
      const written = `00-${read.traceId}-${read.parentId}-${read.flags}`;
      expect(traceOf({ traceparent: written })).toEqual(read);
      expect(traceparent).toContain(written.slice(3));
    }),
  );
});
