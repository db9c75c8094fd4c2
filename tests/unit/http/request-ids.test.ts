import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idsOfRequest, traceOf } from '../../../candor/src/http/request-ids';

const [trace, parent] = ['a'.repeat(32), 'b'.repeat(16)];
const span = `${trace}-${parent}`;
const ofTrace = { trace_id: trace };

const ofOtherForm = ['a b', '../../x', 'a..b', 'a\r\nSet-Cookie: b', 'a, b', '{"level":"error"}', ['a', 'b']];
const zeros = '0'.repeat(32);
const ofWrongParts = [
  ...[`00-${zeros}-${parent}-01`, `00-${trace}-${zeros.slice(16)}-01`, `00-${trace.toUpperCase()}-${parent}-01`],
  ...[`00-${trace.slice(1)}g-${parent}-01`, `00-${trace.slice(1)}-${parent}-01`],
];
const ofWrongEnd = [`00-${span}-0`, `00-${span}-01-more`, `00-${span}-01-`, `00-${span}-01\n`, `01-${span}-01more`];
const ofWrongStart = [`ff-${span}-01`, `0-${span}-01`, `x00-${span}-01`, ` 00-${span}-01`];
const ofOtherNumber = [trace, `00-${span}-01, 00-${span}-01`, [`00-${span}-01`], `01-${span}-01-${'x'.repeat(256)}`];
const notTraces = [...ofWrongParts, ...ofWrongEnd, ...ofWrongStart, ...ofOtherNumber];
const traces = [`00-${span}-01`, `00-${span}-ff`, `01-${span}-01`, `cc-${span}-01-what-comes-later`];

test.each<[Parameters<typeof idsOfRequest>[0], object]>([
  [undefined, {}],
  [{}, {}],
  ...['f3-7', './a.b.c', 'x'.repeat(128)].map((id): [object, object] => [{ 'x-request-id': id }, { requestId: id }]),
  ...['x'.repeat(129), '', ...ofOtherForm].map((id): [object, object] => [{ 'x-request-id': id }, {}]),
  ...traces.map((traceparent): [object, object] => [{ traceparent }, ofTrace]),
  ...notTraces.map((traceparent): [object, object] => [{ traceparent }, {}]),
  [{ 'x-request-id': 'a b', traceparent: `00-${span}-00` }, ofTrace],
])('a request with %j has the ids %j', (headers, ids) => expect(idsOfRequest(headers)).toEqual(ids));

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
