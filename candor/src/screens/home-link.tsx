/** A full page load: it keeps no failed state, and costs a visitor without failures no script. */
export function HomeLink() {
  return (
    <a className="button" href={CANDOR_HOME}>
      Go to the home page
    </a>
  );
}
