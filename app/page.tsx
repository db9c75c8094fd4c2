import Link from 'next/link';
import { readSettings } from './_reporting/settings';

/** Static: the link follows the setting at build. */
export default function Home() {
  const { examplePage } = readSettings(process.env);
  return (
    <main className="home">
      <h1>When something breaks here, we say so.</h1>
      <ul className="promises">
        <li>You read a true sentence, never a blank page.</li>
        <li>You get a reference you can quote.</li>
        <li>That reference leads straight to what happened to you.</li>
      </ul>
      {examplePage && <Link href="/sentry-example-page">Check error reporting</Link>}
    </main>
  );
}
