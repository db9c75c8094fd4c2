import type { Metadata } from 'next';
import Link from 'next/link';
import { Catalogue } from './catalogue';
import { RunChecks } from './browser-controls';

export const metadata: Metadata = { title: 'Check error reporting · Candor', robots: { index: false } };

/** The application's example page, without error reporting. */
export default async function ExamplePage({ searchParams }: { searchParams: Promise<{ fail?: string }> }) {
  const { fail } = await searchParams;
  if (fail === 'server-render') throw new Error('Sample error: a Server Component threw before the page was sent.');

  return (
    <main className="example">
      <header>
        <nav>
          <Link href="/">Home</Link>
        </nav>
        <h1>Check error reporting</h1>
        <p>Each row fails in one way, on purpose, and shows the outcome.</p>
        <p>Events go to the configured service.</p>
        <p className="last-event">No event has been sent yet.</p>
        <RunChecks />
      </header>
      <Catalogue />
    </main>
  );
}
