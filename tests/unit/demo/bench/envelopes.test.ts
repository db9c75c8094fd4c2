import { expect, test } from 'vitest';
import { openEnvelope } from '../../../../candor/src/envelope/envelope';
import { createArchive, createEnvelope, envelopeSizes } from '../../../bench/envelopes';

type Request = { headers: { name: string; value: string }[]; postData: { text: string } };

test.each(Object.values(envelopeSizes))('an envelope of %i bytes has that size, and the tunnel takes it', (bytes) => {
  const envelope = Buffer.from(createEnvelope({ message: 'Of a test.', dsn: 'http://key@localhost/1', bytes }));
  expect(envelope.byteLength).toBe(bytes);
  expect(openEnvelope(envelope).header.dsn).toBe('http://key@localhost/1');
});

test('an archive has a request of each of ten clients, with an event of its own', () => {
  const archive = createArchive({ url: 'http://localhost:1/a', dsn: 'http://key@localhost/1', bytes: 1024 });
  const { log } = JSON.parse(archive) as { log: { entries: { request: Request }[] } };
  const requests = log.entries.map(({ request }) => request);
  const clients = requests.map(({ headers }) => headers.find(({ name }) => name === 'X-Forwarded-For')?.value);
  const events = requests.map(({ postData }) => openEnvelope(Buffer.from(postData.text)).eventId);
  expect(new Set(clients).size).toBe(10);
  expect(new Set(events).size).toBe(10);
});
