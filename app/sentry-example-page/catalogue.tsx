import Link from 'next/link';
import { fail, meetForbidden, meetNotFound, meetUnauthorized } from './actions';
import { ThrowInHandler, ThrowInRender, RejectUnheard } from './browser-controls';
import { kinds, type Kind } from './kinds';
import { SucceedInAction } from './succeed-in-action';

const groups: Record<keyof typeof kinds, string> = {
  browser: 'In the browser',
  server: 'On the server',
  expected: 'Expected, and so not reported',
};

const rows: Record<Kind, { does: string; control: React.ReactNode }> = {
  'browser-error': { does: 'An event handler throws. The page stays.', control: <ThrowInHandler /> },
  'browser-rejection': {
    does: 'A promise is rejected and nobody listens. The page stays.',
    control: <RejectUnheard />,
  },
  'browser-render': { does: 'A Client Component throws while rendering.', control: <ThrowInRender /> },
  'server-render': {
    does: 'A Server Component throws before the page is sent: 500.',
    control: <FailingLink kind="server-render" />,
  },
  'server-stream': {
    does: 'A Server Component throws when half the page is sent: 200, and the screen all the same.',
    control: <FailingLink kind="server-stream" />,
  },
  'server-action': { does: 'A Server Action throws: 500.', control: <ActionForm kind="server-action" action={fail} /> },
  'server-action-ok': { does: 'A Server Action succeeds. Nothing is reported.', control: <SucceedInAction /> },
  'not-found': { does: 'The page is not there: 404.', control: <ActionForm kind="not-found" action={meetNotFound} /> },
  forbidden: {
    does: 'The visitor may not see it: 403.',
    control: <ActionForm kind="forbidden" action={meetForbidden} />,
  },
  unauthorized: {
    does: 'The visitor is not known: 401.',
    control: <ActionForm kind="unauthorized" action={meetUnauthorized} />,
  },
};

/** Every kind of failure, a row each with the control that makes it. */
export function Catalogue({ succeededWithoutScripts }: { succeededWithoutScripts: boolean }) {
  return (Object.keys(groups) as (keyof typeof kinds)[]).map((group) => (
    <section key={group} aria-labelledby={`group-${group}`}>
      <h2 id={`group-${group}`}>{groups[group]}</h2>
      <ul className="catalogue">
        {kinds[group].map((kind) => (
          <li key={kind} data-kind={kind}>
            <div className="about">
              <code>{kind}</code>
              <p>{rows[kind].does}</p>
            </div>
            {rows[kind].control}
            {kind === 'server-action-ok' && succeededWithoutScripts && <p role="status">The action succeeded.</p>}
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Never prefetched: to prefetch it would be to fail. */
function FailingLink({ kind }: { kind: Kind }) {
  return (
    <Link className="control" href={{ query: { fail: kind } }} prefetch={false}>
      {kind}
    </Link>
  );
}

function ActionForm({ kind, action }: { kind: Kind; action: () => Promise<void> }) {
  return (
    <form action={action}>
      <button type="submit">{kind}</button>
    </form>
  );
}
