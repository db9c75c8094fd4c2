export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** As `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
