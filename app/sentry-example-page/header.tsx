import Link from 'next/link';
import { nodeContext } from 'candor/dist/server/server-context';
import { formatUtc } from 'candor/dist/screens/format-utc';
import type { FailRequest } from './kinds';
import { LastEvent } from './last-event';
import { RunChecks } from './run-checks';

/** Where events go, whether they arrive, and a notice about a `?fail=` that fails nothing. */
export function Header({ request }: { request: FailRequest }) {
  const { reporting } = nodeContext();
  return (
    <header>
      <nav>
        <Link href="/">Home</Link>
      </nav>
      <h1>Check error reporting</h1>
      <p>Each row fails in one way, on purpose, and shows the outcome.</p>
      <p className={reporting.state === 'on' ? undefined : 'notice'}>
        <Destination />
      </p>
      {reporting.state === 'on' && (
        <>
          <LastEvent ofServer={reporting.delivery.last()} />
          <Down since={reporting.delivery.stats().downSince} />
        </>
      )}
      <RunChecks />
      {request.type === 'without-url' && (
        <p role="status" className="notice">
          <code>{request.kind}</code> has no URL; use its button.
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

function Down({ since }: { since: string | null }) {
  if (since === null) return null;
  return (
    <p className="notice">
      Reporting has been down since <time dateTime={since}>{formatUtc(new Date(since))}</time>: the service accepts no
      events, and they are kept here until it does.
    </p>
  );
}

function Destination() {
  const { reporting, settings } = nodeContext();
  if (reporting.state === 'off') {
    return (
      <>
        Reporting is off, so nothing that fails here is reported. To turn it on, start the server with{' '}
        <code>SENTRY_DSN</code> set to the DSN of a project.
      </>
    );
  }
  if (settings.inboxUrl === undefined) return <>Events go to the configured service.</>;
  return (
    <>
      Events go to <a href={settings.inboxUrl}>the local inbox</a>.
    </>
  );
}
