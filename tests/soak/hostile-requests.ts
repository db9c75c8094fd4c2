/** A repeatable stream of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const eventId = '0123456789abcdef0123456789abcdef';

/** Envelopes as SDKs write them: with and without lengths, with wrong ones, binary, empty, of several items. */
const envelopes = [
  `{"event_id":"${eventId}","sent_at":"2026-01-01T00:00:00Z","dsn":"https://a@b.example/1"}\n{"type":"event"}\n{"message":"x"}\n`,
  `{"event_id":"${eventId}","trace":{"trace_id":"${eventId}","public_key":"a"}}\n{"type":"event","length":13}\n{"message":"x"}`,
  `{"event_id":"${eventId}"}\n{"type":"attachment","length":9999,"filename":"a"}\n\u0000\u0001\n\n`,
  `{"sdk":{"name":"sentry.python"}}\n{"type":"session"}\n{"sid":"1"}\n{"type":"client_report"}\n{}`,
  `{"event_id":"${eventId}"}\n{"type":"attachment","length":0}\n\n{"type":"user_report"}\n{"comments":"ü"}`,
  '{}\n',
].map((text) => Buffer.from(text));

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

  const bodies = [
    () => bytes(below(300)),
    () => one(...envelopes),
    () => truncated(one(...envelopes)),
    () => mutated(one(...envelopes)),
    () => Buffer.concat([Buffer.from('{"a":'.repeat(below(2_000))), bytes(10)]),
    () => Buffer.from(`{"event_id":${one('null', '7', '[]', '"../../etc"', `"${'a'.repeat(below(9_000))}"`)}}\n`),
    () => Buffer.from('{"__proto__":{"x":1},"constructor":{},"dsn":{},"trace":[1]}\n'),
    () => Buffer.from(`${'['.repeat(below(8_000))}\n`),
  ];
  const rare = [
    () => Buffer.alloc(3 * 1024 * 1024, '\n'),
    () => Buffer.alloc(2 * 1024 * 1024, '{'),
    () => Buffer.concat([one(...envelopes), Buffer.alloc(1024 * 1024, 0xff)]),
    () => Buffer.alloc(20 * 1024 * 1024, '{"type":"event"}\n'),
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
    const body = made % 500 === 250 ? one(...rare)() : one(...bodies)();
    const init = { method: 'POST', body: inPieces(body), headers: one(...headers), duplex: 'half' } as RequestInit;
    yield new Request('http://localhost/monitoring', init);
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
