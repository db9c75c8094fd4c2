/**
 * Whether the error says that the server's build does not have an action or a chunk of this page: by the names that Next and
 * Turbopack give to such errors.
 */
export function isSkewError(thrown: unknown): thrown is Error {
  return thrown instanceof Error && /^(UnrecognizedAction|ChunkLoad)Error$/.test(thrown.name);
}
