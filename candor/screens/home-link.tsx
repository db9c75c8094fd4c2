/** A full page load: it keeps no failed state, and costs a visitor without failures no script. */
export function HomeLink() {
  return (
    // eslint-disable-next-line @next/next/no-html-link-for-pages -- a full page load is wanted.
    <a className="button" href="/">
      Go to the home page
    </a>
  );
}
