/** Never shown: app/not-found.tsx is. Turbopack leaves out `_error` unless the folder has another page. */
export default function NotFound() {
  return null;
}
