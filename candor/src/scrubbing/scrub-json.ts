import { scrubValues } from './scrub-values.js';

/** JSON, or one document a line, stays JSON, and its formatting too if it has no secret. `undefined`: the text is not JSON. */
export function scrubJson(text: string): string | undefined {
  const whole = scrubDocument(text);
  if (whole !== undefined || !text.trimEnd().includes('\n')) return whole;
  const lines = text.split('\n').map((line) => (line.trim() === '' ? line : scrubDocument(line)));
  return lines.includes(undefined) ? undefined : lines.join('\n');
}

function scrubDocument(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const scrubbed = scrubValues(value);
    if (JSON.stringify(scrubbed) === JSON.stringify(value)) return text;
    const document = text.trimEnd();
    return JSON.stringify(scrubbed, null, document.includes('\n') ? 2 : 0) + text.slice(document.length);
  } catch {
    return undefined; // Not JSON, or nested too deep for JSON.stringify: the caller scrubs it as text.
  }
}
