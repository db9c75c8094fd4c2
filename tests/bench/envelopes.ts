import { randomUUID } from 'node:crypto';

/** An envelope of one event with this message, as long as it has to be. */
export function createEnvelope({ message, dsn, bytes = 0 }: { message: string; dsn?: string; bytes?: number }): string {
  const event_id = randomUUID().replaceAll('-', '');
  const withPadding = (padding: string) =>
    [
      { event_id, dsn },
      { type: 'event' },
      { event_id, exception: { values: [{ type: 'Error', value: message }] }, padding },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n');
  return withPadding('x'.repeat(Math.max(0, bytes - withPadding('').length)));
}

/** Sizes of envelopes in bytes, by name. */
export const envelopeSizes = { '1 KiB': 1024, '64 KiB': 64 * 1024, '1 MiB': 1024 * 1024 };

/**
 * The requests of ten clients behind a proxy, each of which posts an envelope, as an HTTP archive:
 * http://www.softwareishard.com/blog/har-12-spec/
 */
export function createArchive({ url, dsn, bytes }: { url: string; dsn: string; bytes: number }): string {
  const entries = Array.from({ length: 10 }, (_, client) => ({
    request: {
      method: 'POST',
      url,
      headers: [
        { name: 'Content-Type', value: 'text/plain;charset=UTF-8' }, // As browsers send it.
        { name: 'X-Forwarded-For', value: `192.0.2.${client + 1}` },
      ],
      postData: { text: createEnvelope({ message: 'Of the load.', dsn, bytes }) },
    },
  }));
  return JSON.stringify({ log: { entries } });
}
