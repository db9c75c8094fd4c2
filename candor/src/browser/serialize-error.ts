/** A thrown value as JSON: an error; the keys of another object, and the address that the element of an event loads; or a text. */
export type SerializedError =
  | { name: string; message: string; stack: string | undefined; cause: SerializedError | undefined }
  | { keys?: string; of?: string | undefined }
  | { text: string };

const maxTextLength = 10_000;
const maxCauses = 5;

export function serializeError(thrown: unknown, depth = 0): SerializedError {
  try {
    if (!(thrown instanceof Error)) {
      if (!thrown || typeof thrown !== 'object') return { text: truncate(thrown) };
      const { target } = thrown as { target?: { src?: string; href?: string } | null };
      return { keys: truncate(Object.keys(thrown).join(', ')), of: target?.src ?? target?.href };
    }
    const { name, message, stack, cause } = thrown;
    return {
      name: truncate(name),
      message: truncate(message),
      stack: stack && truncate(stack),
      cause: cause !== undefined && depth < maxCauses ? serializeError(cause, depth + 1) : undefined,
    };
  } catch {
    return {}; // A proxy or a getter threw; its own error says no more.
  }
}

function truncate(text: unknown): string {
  return String(text).slice(0, maxTextLength);
}
