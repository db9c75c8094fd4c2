import { createRandom } from '../unit/scrubbing/corpus/made-up';

const head = `{"event_id":"0123456789abcdef0123456789abcdef"}\n`;

/** Envelopes as our SDK writes them: with and without lengths, binary, of several items. */
const taken = [
  `${head}{"type":"event","length":15}\n{"message":"x"}`,
  `${head}{"type":"event"}\n{"message":"x"}\n{"type":"attachment","length":4,"filename":"a"}\n\u0000\u0001\n\n`,
  `${head}{"type":"attachment","length":0}\n\n{"type":"feedback"}\n{"type":"feedback","contexts":{"feedback":{"message":"ü"}}}`,
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
  const one = <Choice>(...choices: Choice[]) => choices[below(choices.length)] as Choice;
  const nested = (depth: number) => {
    const [open, close] = one(['[', ']'], ['{"a":', '}'], ['[', '}'], ['[', '']);
    return `{"a":${open.repeat(depth)}1${close.repeat(depth)}}`;
  };
  const mutated = (envelope: Buffer) => {
    const copy = Buffer.from(envelope.subarray(0, below(2 * envelope.length)));
    for (let times = below(5); times > 0; times -= 1) copy[below(copy.length)] = below(256);
    return copy;
  };

  const bodies: (() => Buffer | string)[] = [
    () => one(...taken),
    () => mutated(one(...taken)),
    () => `${head}{"type":"event"}\n${nested(below(3_000))}`,
    () => `${head}{"type":"event","a":${nested(below(3_000))}}\n{}`,
    () => one(...taken) + '\n'.repeat(below(1_000)),
    () => '{"a":'.repeat(below(2_000)),
    () => `{"event_id":${one('null', '7', '[]', '"../../etc"', `"${'a'.repeat(below(9_000))}"`)}}\n`,
  ];
  const rare: (() => Buffer | string)[] = [
    () => Buffer.alloc(2 * 1024 * 1024, '{'),
    () => Buffer.alloc(20 * 1024 * 1024, '{"type":"event"}\n'),
    () => `${head}{"type":"event"}\n${nested(500_000)}`,
    () => `${head}{"type":"event"}\n{${'"type":"error",'.repeat(70_000)}"a":1}`,
    () => `${head}${'{"type":"attachment"}\n\n'.repeat(80_000)}`,
    () => one(...taken) + '\n'.repeat(2 * 1024 * 1024 - 4_096),
  ];
  const headers: Record<string, string>[] = [
    {},
    { 'Content-Length': '-1' },
    { 'Content-Length': '99999999999' },
    { 'Content-Encoding': 'gzip' },
    { 'Sec-Fetch-Site': one('cross-site', 'same-origin', 'x') },
    { Origin: one('null', 'https://evil.example', 'https://[', 'x'.repeat(5_000)) },
    { 'X-Forwarded-For': one(',,,', '1.1.1.1, 2.2.2.2', 'x'.repeat(5_000)) },
  ];

  for (let made = 0; made < count; made += 1) {
    const body = made % 500 === 250 ? one(...rare)() : one(...bodies)();
    const init = { method: 'POST', body: inPieces(Buffer.from(body)), headers: one(...headers), duplex: 'half' };
    yield new Request('http://localhost/monitoring', init as RequestInit);
  }
}
