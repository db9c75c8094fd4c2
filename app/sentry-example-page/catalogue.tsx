import { fail, meetForbidden, meetNotFound, meetUnauthorized } from './actions';
import { RejectUnheard, ThrowInHandler, ThrowInRender } from './browser-controls';
import { kinds, type Kind } from './kinds';
import { RowOutcome } from './row-outcome';
import { FailingForm, FailingLink, SucceedInAction } from './server-controls';

type Group = keyof typeof kinds;

const groups: [Group, title: string][] = [
  ['browser', 'In the browser'],
  ['server', 'On the server'],
  ['expected', 'Expected, so not reported'],
];

const rows: Record<Kind, { does: string; control: React.ReactNode }> = {
  'browser-error': { does: 'An event handler throws. The page stays.', control: <ThrowInHandler /> },
  'browser-rejection': {
    does: 'A promise is rejected and nobody listens. The page stays.',
    control: <RejectUnheard />,
  },
  'browser-render': {
    does: 'A Client Component throws while rendering. The screen takes the page’s place.',
    control: <ThrowInRender />,
  },
  'server-render': {
    does: 'A Server Component throws before the page is sent: 500.',
    control: <FailingLink kind="server-render" />,
  },
  'server-stream': {
    does: 'A Server Component throws when the head is sent already: 200, and the screen all the same.',
    control: <FailingLink kind="server-stream" />,
  },
  'server-action': {
    does: 'A Server Action throws: 500.',
    control: <FailingForm kind="server-action" action={fail} />,
  },
  'server-action-ok': { does: 'A Server Action succeeds, and nothing is reported.', control: <SucceedInAction /> },
  'not-found': { does: 'Nothing is there: 404.', control: <FailingForm kind="not-found" action={meetNotFound} /> },
  forbidden: {
    does: 'The visitor may not see it: 403.',
    control: <FailingForm kind="forbidden" action={meetForbidden} />,
  },
  unauthorized: {
    does: 'The visitor is not known: 401.',
    control: <FailingForm kind="unauthorized" action={meetUnauthorized} />,
  },
};

// What a redirect says of a form that was posted without JavaScript.
const done: { [kind in Kind]?: { note: string } } = { 'server-action-ok': { note: 'The action succeeded.' } };

/** Every kind of failure, a row each: what it does, the control that makes it, and what came of it. */
export function Catalogue({ succeededWithoutScripts }: { succeededWithoutScripts: boolean }) {
  return groups.map(([group, title]) => (
    <section key={group} aria-labelledby={`group-${group}`}>
      <h2 id={`group-${group}`}>{title}</h2>
      {group === 'browser' && (
        <noscript>
          <p>These need JavaScript, and so do the checks above. All others work without.</p>
        </noscript>
      )}
      <ul className="catalogue">
        {kinds[group].map((kind) => (
          <li key={kind} data-kind={kind}>
            <div className="about">
              <code>{kind}</code>
              <p>{rows[kind].does}</p>
            </div>
            {rows[kind].control}
            <RowOutcome kind={kind} before={succeededWithoutScripts ? done[kind] : undefined} />
          </li>
        ))}
      </ul>
    </section>
  ));
}
