import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDsn } from '../../../candor/src/envelope/dsn';
import { addressEnvelope, BodyError, openEnvelope, type Envelope } from '../../../candor/src/envelope/envelope';
import { checkAny } from './check-property';

const dsn = parseDsn('https://ourkey@example.test/42');
const eventId = '0123456789abcdef0123456789abcdef';

/** `undefined`: not an envelope. Any other error than a BodyError fails the test. */
function open(bytes: Uint8Array): Envelope | undefined {
  try {
    return openEnvelope(bytes);
  } catch (error) {
    if (error instanceof BodyError && [400, 413].includes(error.status) && /^[^\n]+\.$/.test(error.message)) return;
    throw error;
  }
}

const attachment = fc.uint8Array({ maxLength: 200 }).map((bytes) => {
  const header = Buffer.from(`\n{"type":"attachment","length":${bytes.length}}\n`);
  return Buffer.concat([header, bytes]);
});

/** Everything after the first line of a valid envelope. */
const items = fc
  .tuple(fc.constantFrom('event', 'feedback'), fc.jsonValue(), fc.array(attachment, { maxLength: 3 }), fc.boolean())
  .map(([type, extra, attachments, endsWithLineBreak]) => {
    const payload = Buffer.from(JSON.stringify({ event_id: eventId, ...(type === 'feedback' && { type }), extra }));
    const header = Buffer.from(`\n${JSON.stringify({ type, length: payload.length })}\n`);
    return Buffer.concat([header, payload, ...attachments, Buffer.from(endsWithLineBreak ? '\n' : '')]);
  });

/** Header fields that neither we nor a service know. JSON.parse makes `__proto__` a field like any other. */
const unknownFields = fc
  .array(fc.tuple(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 })), { maxLength: 5 })
  .map((fields) => fields.filter(([name]) => !['event_id', 'dsn', 'trace', 'sent_at'].includes(name)));

const firstLine = fc
  .tuple(unknownFields, unknownFields)
  .map(([before, after]) => {
    const fields = [...before, ['event_id', eventId], ...after];
    return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`;
  })
  .filter((line) => Buffer.byteLength(line) <= 8 * 1024);

const validEnvelope = fc.tuple(firstLine, items).map(([line, rest]) => Buffer.concat([Buffer.from(line), rest]));

test('parsing reads any bytes, and a damaged envelope, as an envelope or throws a BodyError', () => {
  checkAny(300, fc.uint8Array({ maxLength: 500 }), (bytes) => void open(bytes));
  const damage = fc.array(fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 3 }), fc.nat(3)), { maxLength: 4 });
  checkAny(500, fc.tuple(validEnvelope, damage), ([envelope, changes]) => {
    const damaged = changes.reduce((bytes, [place, inserted, removed]) => {
      const at = place % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
    }, envelope);
    open(damaged);
  });
});

test('parsing accepts a valid envelope whatever unknown fields its first line has, and addressed as the same one', () => {
  checkAny(300, validEnvelope, (bytes) => {
    const envelope = openEnvelope(bytes);
    const again = openEnvelope(Buffer.concat(addressEnvelope(envelope, dsn, new Date(0))));
    expect([envelope.eventId, again.eventId, again.category]).toEqual([eventId, eventId, envelope.category]);
    return Buffer.compare(envelope.bytes, bytes) === 0;
  });
});

test('addressing changes only the DSN in the first line, and no byte after it', () => {
  const otherFields = (json: string) => {
    const others = Object.entries(JSON.parse(json) as object).filter(([name]) => name !== 'dsn');
    return JSON.stringify(others.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  };
  checkAny(300, fc.tuple(firstLine, items), ([line, rest]) => {
    const addressed = Buffer.concat(addressEnvelope(openEnvelope(Buffer.concat([Buffer.from(line), rest])), dsn));
    const end = addressed.indexOf('\n');
    const header = addressed.subarray(0, end).toString();
    const hasOurs = (JSON.parse(header) as { dsn: unknown }).dsn === dsn.text;
    return hasOurs && otherFields(header) === otherFields(line) && addressed.subarray(end).equals(rest);
  });
});
