/** A thrown error as JSON can hold it; of any other thrown value, its text. */
export type SerializedError =
  { name: string; message: string; stack: string | undefined; cause: SerializedError | undefined } | { text: string };

const maxTextLength = 10_000;
const maxCauses = 5;

export function serializeError(thrown: unknown, depth = 0): SerializedError {
  try {
    if (!(thrown instanceof Error)) {
      const isObject = typeof thrown === 'object' && thrown !== null;
      return { text: truncate(isObject ? `An object with the keys ${Object.keys(thrown).join(', ')}` : thrown) };
    }
    const { name, message, stack, cause } = thrown;
    return {
      name: truncate(name),
      message: truncate(message),
      stack: stack && truncate(stack),
      cause: cause !== undefined && depth < maxCauses ? serializeError(cause, depth + 1) : undefined,
    };
  } catch {
    return { text: 'An unreadable object' }; // A proxy or a getter threw; its own error says no more.
  }
}

function truncate(text: unknown): string {
  return String(text).slice(0, maxTextLength);
}
