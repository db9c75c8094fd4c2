/** Never shown: app/not-found is. Turbopack leaves out `_error` unless the folder has another page. */
export default function NotFound() {
  return null;
}
