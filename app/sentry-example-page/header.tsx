import Link from 'next/link';
import { GET } from 'candor/monitoring';
import { formatUtc } from './format';
import type { FailRequest } from './kinds';
import { LastEvent } from './last-event';
import { RunChecks } from './run-checks';

/** `delivery`: only for those whom the counters are shown to. */
type Monitoring = { reporting: 'on' | 'off'; delivery?: { downSince: string | null } };

/** What anybody gets who asks `GET /monitoring`. */
async function askMonitoring(): Promise<Monitoring> {
  const response = await GET(new Request('http://localhost/monitoring'));
  return (await response.json()) as Monitoring;
}

/** Where events go, whether they arrive, and a notice about a `?fail=` that fails nothing. */
export async function Header({ request }: { request: FailRequest }) {
  const { reporting, delivery } = await askMonitoring();
  return (
    <header>
      <nav>
        <Link href="/">Home</Link>
      </nav>
      <h1>Check error reporting</h1>
      <p>Each row fails in one way, on purpose, and shows the outcome.</p>
      <p className={reporting === 'on' ? undefined : 'notice'}>
        <Destination isOn={reporting === 'on'} />
      </p>
      {reporting === 'on' && (
        <>
          <LastEvent />
          <Down since={delivery?.downSince} />
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

function Down({ since }: { since: string | null | undefined }) {
  if (!since) return null;
  return (
    <p className="notice">
      Reporting has been down since <time dateTime={since}>{formatUtc(new Date(since))}</time>: the service accepts no
      events, and they are kept here until it does.
    </p>
  );
}

function Destination({ isOn }: { isOn: boolean }) {
  const { INBOX_URL: inboxUrl } = process.env;
  if (!isOn) {
    return (
      <>
        Reporting is off, so nothing that fails here is reported. To turn it on, start the server with{' '}
        <code>SENTRY_DSN</code> set to the DSN of a project.
      </>
    );
  }
  if (inboxUrl === undefined) return <>Events go to the configured service.</>;
  return (
    <>
      Events go to <a href={inboxUrl}>the local inbox</a>.
    </>
  );
}
