/** Whether the value is an object whose fields can be read: for JSON that another program wrote. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
