/** A full load, which carries along nothing that failed, and costs a visitor without failures no script. */
export function HomeLink() {
  return (
    // eslint-disable-next-line @next/next/no-html-link-for-pages -- see above.
    <a className="button" href="/">
      Go to the home page
    </a>
  );
}
