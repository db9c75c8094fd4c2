import type { NextPageContext } from 'next';
import Link from 'next/link';
import { withFailure, type PageFailure } from 'candor/pages';

function Sorry({ status, failure }: { status: number | undefined; failure: PageFailure }) {
  return (
    <main>
      <h1>The team is sorry ({status})</h1>
      {failure.paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <code>{failure.reference}</code>
      <Link href="/legacy">Legacy</Link>
    </main>
  );
}

Sorry.getInitialProps = ({ res }: NextPageContext) => ({ status: res?.statusCode });

export default withFailure(Sorry);
