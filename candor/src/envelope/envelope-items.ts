import { isRecord } from '../shared/is-record.js';
import { isShallow } from './json-depth.js';

/** The message is one sentence, safe to show. `status` 413: only the size is wrong. */
export class BodyError extends Error {
  override name = 'BodyError';
  readonly status: 400 | 413;

  constructor(message: string, { status = 400, ...options }: ErrorOptions & { status?: 400 | 413 } = {}) {
    super(message, options);
    this.status = status;
  }
}

export type JsonObject = Record<string, unknown>;

/** The payload is a view of the envelope's bytes. */
export type Item = { header: JsonObject; payload: Uint8Array };

const maxLineBytes = 8 * 1024;
const lineBreak = 0x0a;
// A byte order mark is kept, and fails as JSON: services do not accept it either.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the line of JSON that begins at `from`, and finds where it ends. */
export function readHeader(bytes: Uint8Array, from: number, what: string): { header: JsonObject; end: number } {
  const searched = bytes.subarray(from, from + maxLineBytes + 1);
  const length = searched.indexOf(lineBreak);
  if (length === -1 && searched.length > maxLineBytes) throw new BodyError(`${what} is longer than 8 KiB.`);
  const end = length === -1 ? bytes.length : from + length;
  return { header: parseObject(bytes.subarray(from, end), what), end };
}

/** https://develop.sentry.dev/sdk/foundations/envelopes/#serialization-format */
export function* readItems(bytes: Uint8Array, from: number): Generator<Item> {
  for (let start = from + 1; !isBlank(bytes, start);) {
    const { header, end } = readHeader(bytes, start, 'The header of an item');
    const payloadEnd = endOfPayload(bytes, end + 1, header.length);
    yield { header, payload: bytes.subarray(end + 1, payloadEnd) };
    start = payloadEnd + 1;
  }
}

function isBlank(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (bytes[at] === lineBreak) at += 1;
  return at >= bytes.length;
}

function endOfPayload(bytes: Uint8Array, start: number, length: unknown): number {
  if (length === undefined) {
    const end = bytes.indexOf(lineBreak, start);
    return end === -1 ? bytes.length : end;
  }
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) {
    throw new BodyError('The length of an item is not a whole number.');
  }
  const end = start + length;
  if (length > 0 && end > bytes.length) throw new BodyError('An item is shorter than its header says.');
  if (end < bytes.length && bytes[end] !== lineBreak) throw new BodyError('An item is longer than its header says.');
  return end;
}

export function parseObject(json: Uint8Array, what: string): JsonObject {
  const value = parseJson(json, what);
  if (!isRecord(value)) throw new BodyError(`${what} is not a JSON object.`);
  return value;
}

export function parseJson(json: Uint8Array, what: string): unknown {
  if (!isShallow(json)) throw new BodyError(`${what} is nested too deeply.`);
  try {
    return JSON.parse(utf8.decode(json));
  } catch (error) {
    throw new BodyError(`${what} is not JSON.`, { cause: error });
  }
}
