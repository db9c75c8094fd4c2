import type { Delivery, DeliveryLog } from './delivery';
import { EnvelopeError, openEnvelope } from './envelope';

export const maxEnvelopeBytes = 2 * 1024 * 1024;

/** `POST /monitoring`: one envelope in, one answer out. The request says nothing about where the envelope goes. */
export async function acceptEnvelope(request: Request, delivery: Delivery, log: DeliveryLog): Promise<Response> {
  const bytes = await readAtMost(maxEnvelopeBytes, request.body);
  if (bytes === undefined) return refuse(413, 'The envelope is larger than 2 MiB.');
  try {
    const envelope = openEnvelope(bytes);
    const id = envelope.eventId ?? null;
    const outcome = await delivery.deliver(envelope);
    log.info({ event: id, state: outcome.state }, 'event accepted');
    if (outcome.state === 'sent') return answer(200, { id, state: 'sent' });
    const error = outcome.detail ?? outcome.reason;
    if (outcome.state === 'dropped') return answer(outcome.status, { error, state: 'dropped' });
    return answer(503, { error }, { 'Retry-After': String(outcome.retryAfterSeconds) });
  } catch (error) {
    if (error instanceof EnvelopeError) return refuse(400, error.message);
    throw error;
  }
}

export function refuse(status: number, error: string): Response {
  return answer(status, { error });
}

export function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/** Counts what really arrives, whatever `Content-Length` says. `undefined`: it was more. */
async function readAtMost(limit: number, body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
