import Link from 'next/link';
import { ReferenceIllustration } from './reference-illustration';

/** Static, so `EXAMPLE_PAGE` at build decides on the link. */
export function Home() {
  return (
    <main className="home">
      <h1>When something breaks here, we say so.</h1>
      <p className="lead">
        Any site can fail. When this one does, you get one reference, and it leads straight to what happened to you.
      </p>
      <ReferenceIllustration />
      {process.env.EXAMPLE_PAGE !== 'off' && (
        <p>
          <Link className="button" href="/sentry-example-page">
            Check error reporting
          </Link>
        </p>
      )}
    </main>
  );
}
