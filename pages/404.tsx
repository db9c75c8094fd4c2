/**
 * Never shown: unknown paths get app/not-found.tsx. It is here because Turbopack leaves out `_error` unless another page
 * stands beside it.
 */
export default function NotFound() {
  return null;
}
