/** The body is not an envelope, or not one that is accepted. The message is one sentence, safe to display. */
export class EnvelopeError extends Error {
  override name = 'EnvelopeError';
  /** 413: only its size is wrong. */
  readonly status: 400 | 413;

  constructor(message: string, { status = 400, ...options }: ErrorOptions & { status?: 400 | 413 } = {}) {
    super(message, options);
    this.status = status;
  }
}
