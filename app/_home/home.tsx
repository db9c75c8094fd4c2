import Link from 'next/link';
import { readSettings } from 'candor/dist/server/settings';
import { ReferenceIllustration } from './reference-illustration';

/** Static, so the setting at build decides on the link. */
export function Home() {
  const { examplePage } = readSettings(process.env);
  return (
    <main className="home">
      <h1>When something breaks here, we say so.</h1>
      <p className="lead">
        Any site can fail. When this one does, you get one reference, and it leads straight to what happened to you.
      </p>
      <ReferenceIllustration />
      {examplePage && (
        <p>
          <Link className="button" href="/sentry-example-page">
            Check error reporting
          </Link>
        </p>
      )}
    </main>
  );
}
