import type { Envelope, Source } from '../envelope/envelope.js';

/**
 * Names the sources in the frames of an event, once: what it resolves to is not mapped again. It resolves to the envelope as it is where
 * nothing is to be done. It does not reject, and takes a bounded time.
 */
export type Readable = (envelope: Envelope, madeBy: Source) => Promise<Envelope>;
