/** What was posted is no envelope, or none that is taken. The message is one sentence, safe to give back. */
export class EnvelopeError extends Error {
  override name = 'EnvelopeError';
  /** 413 when it is only its size. */
  readonly status: 400 | 413;

  constructor(message: string, { status = 400, ...options }: ErrorOptions & { status?: 400 | 413 } = {}) {
    super(message, options);
    this.status = status;
  }
}
