/** A full page load: it keeps no failed state, and costs a visitor without failures no script. */
export const homeLink = (label: string) => (
  <a className="button" href={CANDOR_HOME}>
    {label}
  </a>
);
