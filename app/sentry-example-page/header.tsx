import Link from 'next/link';
import { reporter } from '../_reporting/reporter';
import type { FailRequest } from './kinds';

/** Where events go, and what the page says to its address. */
export function Header({ request }: { request: FailRequest }) {
  return (
    <header>
      <nav>
        <Link href="/">Home</Link>
      </nav>
      <h1>Check error reporting</h1>
      <p>Each row fails in one way, on purpose, and says what came of it.</p>
      <Destination />
      {request.type === 'press' && (
        <p role="status" className="notice">
          <code>{request.kind}</code> cannot be made by an address: press its button.
        </p>
      )}
      {request.type === 'unknown' && (
        <p role="status" className="notice">
          There is no kind of failure named <code>{request.value.slice(0, 100)}</code>, so nothing failed.
        </p>
      )}
    </header>
  );
}

function Destination() {
  const { delivery, inboxUrl } = reporter();
  if (delivery === undefined) {
    return (
      <p className="notice">
        Reporting is off, so nothing that fails here is reported. To turn it on, start the server with{' '}
        <code>SENTRY_DSN</code> set to the DSN of a project.
      </p>
    );
  }
  if (inboxUrl === undefined) return <p>Events go to the configured service.</p>;
  return (
    <p>
      Events go to <a href={inboxUrl}>the local inbox</a>.
    </p>
  );
}
