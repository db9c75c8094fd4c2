import { createRandom } from '../unit/scrubbing/corpus/made-up';

const eventId = '0123456789abcdef0123456789abcdef';

const head = `{"event_id":"${eventId}","sent_at":"2026-01-01T00:00:00Z","dsn":"https://a@b.example/1"}\n`;

/** Envelopes as our SDK writes them: with and without lengths, binary, empty, of several items. */
const taken = [
  `${head}{"type":"event"}\n{"message":"x"}\n`,
  `${head}{"type":"event","length":15}\n{"message":"x"}`,
  `${head}{"type":"event"}\n{"message":"x"}\n{"type":"attachment","length":4,"filename":"a"}\n\u0000\u0001\n\n`,
  `${head}{"type":"attachment","length":0}\n\n{"type":"feedback"}\n{"type":"feedback","contexts":{"feedback":{"message":"ü"}}}`,
].map((text) => Buffer.from(text));

/** What other SDKs send as well, and what says to be what it is not. */
const rejected = [
  `${head}{"type":"transaction"}\n{"type":"transaction"}`,
  `${head}{"type":"event"}\n{"type":"transaction"}`,
  `${head}{"type":"event"}\n{}\n{"type":"client_report"}\n{}`,
  `${head}{"type":"event"}\n{}\n{"type":"event"}\n{}`,
  `${head}{"type":"attachment","length":9999,"filename":"a"}\n\u0000\u0001\n\n`,
  `{"sdk":{"name":"sentry.python"}}\n{"type":"session"}\n{"sid":"1"}\n{"type":"client_report"}\n{}`,
  '{}\n',
].map((text) => Buffer.from(text));
const envelopes = [...taken, ...rejected];

/** As a socket gives it: 64 KiB at a time. */
function inPieces(body: Buffer): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= body.length) return controller.close();
      controller.enqueue(body.subarray(at, at + 65_536));
      at += 65_536;
    },
  });
}

/** Requests that no browser of ours would send, and a few that it would; the same ones every time. */
export function* hostileRequests(count: number): Generator<Request> {
  const random = createRandom(20_261_120);
  const below = (limit: number) => Math.floor(random() * limit);
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => below(256)));
  const one = <Choice>(...choices: Choice[]) => choices[below(choices.length)] as Choice;

  const bodies: (() => Buffer | string)[] = [
    () => bytes(below(300)),
    () => one(...taken),
    () => one(...rejected),
    () => Buffer.concat([Buffer.from(head), ...Array.from({ length: below(6) }, item)]),
    () => `${head}{"type":"event","length":${one('-1', '0', '1', '2', '3', '1e21', '"2"', 'null', '[]')}}\n{}${one('', '\n', 'x')}`, // prettier-ignore
    () => `${head}{"type":"event"}\n${nested(below(3_000))}`,
    () => `${head}{"type":"event","a":${nested(below(3_000))}}\n{}`,
    () => one(...taken) + '\n'.repeat(below(1_000)),
    () => truncated(one(...envelopes)),
    () => mutated(one(...envelopes)),
    () => Buffer.concat([Buffer.from('{"a":'.repeat(below(2_000))), bytes(10)]),
    () => `{"event_id":${one('null', '7', '[]', '"../../etc"', `"${'a'.repeat(below(9_000))}"`)}}\n`,
    () => '{"__proto__":{"x":1},"constructor":{},"dsn":{},"trace":[1]}\n',
    () => `${'['.repeat(below(8_000))}\n`,
  ];
  const rare: (() => Buffer | string)[] = [
    () => Buffer.alloc(3 * 1024 * 1024, '\n'),
    () => Buffer.alloc(2 * 1024 * 1024, '{'),
    () => Buffer.concat([one(...envelopes), Buffer.alloc(1024 * 1024, 0xff)]),
    () => Buffer.alloc(20 * 1024 * 1024, '{"type":"event"}\n'),
    () => `${head}{"type":"event"}\n${nested(500_000)}`,
    () => `${head}{"type":"event"}\n{${'"type":"error",'.repeat(70_000)}"a":1}`,
    () => head + '{"type":"attachment"}\n\n'.repeat(80_000),
    () => Buffer.concat([one(...taken), Buffer.alloc(2 * 1024 * 1024 - 4_096, '\n')]),
  ];
  const headers: Record<string, string>[] = [
    {},
    { 'Content-Length': '-1' },
    { 'Content-Length': '99999999999' },
    { 'Content-Encoding': 'gzip' },
    { 'Sec-Fetch-Site': one('cross-site', 'same-origin', 'x') },
    { Origin: one('null', 'https://evil.example', 'https://[', 'x'.repeat(5_000)) },
    { 'X-Forwarded-For': one(',,,', '1.1.1.1, 2.2.2.2', 'x'.repeat(5_000)) },
    { 'Content-Type': 'multipart/form-data; boundary=' },
  ];

  for (let made = 0; made < count; made += 1) {
    const body = Buffer.from(made % 500 === 250 ? one(...rare)() : one(...bodies)());
    const init = { method: 'POST', body: inPieces(body), headers: one(...headers), duplex: 'half' } as RequestInit;
    yield new Request('http://localhost/monitoring', init);
  }

  /** An item whose length is right or wrong, and whose payload may be anything. */
  function item(): Buffer {
    const payload = one<() => Buffer | string>(
      () => bytes(below(50)),
      () => '{}',
      () => '{"a":"\\"}',
    )();
    const length = one('', `,"length":${payload.length}`, `,"length":${below(60)}`);
    const type = one('event', 'feedback', 'attachment', 'session', '');
    return Buffer.concat(
      [`{"type":"${type}"${length}}\n`, payload, one('\n', '', '\n\n')].map((part) => Buffer.from(part)),
    );
  }

  function nested(depth: number): string {
    const [open, close] = one(['[', ']'], ['{"a":', '}'], ['[', '}'], ['[', '']);
    return `{"a":${open.repeat(depth)}1${close.repeat(depth)}}`;
  }

  function truncated(envelope: Buffer): Buffer {
    return envelope.subarray(0, below(envelope.length));
  }

  function mutated(envelope: Buffer): Buffer {
    const copy = Buffer.from(envelope);
    for (let times = below(5); times >= 0; times -= 1) copy[below(copy.length)] = below(256);
    return copy;
  }
}
