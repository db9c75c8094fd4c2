import { fail, triggerForbidden, triggerNotFound, triggerUnauthorized } from './actions';
import { RejectPromise, ThrowInHandler, ThrowWhileRendering } from './browser-controls';
import { allKinds, kinds, type Group, type Kind, type UrlKind } from './kinds';
import { RowOutcome } from './row-outcome';
import { FailingForm, FailingLink, RunAction } from './server-controls';

type ControlProps = { kind: Kind; label: string };
type Control = (props: ControlProps) => React.ReactNode;

/** A kind with a URL has a link, unless another control stands here. */
const controls: Record<Exclude<Kind, UrlKind>, Control> & { [kind in UrlKind]?: Control } = {
  'browser-error': ({ label }) => <ThrowInHandler label={label} />,
  'browser-rejection': ({ label }) => <RejectPromise label={label} />,
  'browser-render': ({ label }) => <ThrowWhileRendering label={label} />,
  'server-action': (props) => <FailingForm {...props} action={fail} />,
  'server-action-ok': ({ label }) => <RunAction label={label} />,
  'not-found': (props) => <FailingForm {...props} action={triggerNotFound} />,
  forbidden: (props) => <FailingForm {...props} action={triggerForbidden} />,
  unauthorized: (props) => <FailingForm {...props} action={triggerUnauthorized} />,
};

const titles: Record<Group, string> = {
  browser: 'In the browser',
  server: 'On the server',
  expected: 'Expected, so not reported',
};

// The outcome of a form posted without JavaScript, after its redirect.
const redirected: { [kind in Kind]?: { note: string } } = { 'server-action-ok': { note: 'The action succeeded.' } };

/** Every kind of failure in a row: what it does, its control, and its latest outcome. */
export function Catalogue({ succeededWithoutScripts }: { succeededWithoutScripts: boolean }) {
  return (Object.keys(titles) as Group[]).map((group) => (
    <section key={group} aria-labelledby={`group-${group}`}>
      <h2 id={`group-${group}`}>{titles[group]}</h2>
      {group === 'browser' && (
        <noscript>
          <p>These and the checks above need JavaScript. All others work without it.</p>
        </noscript>
      )}
      <ul className="catalogue">
        {allKinds
          .filter((kind) => kinds[kind].group === group)
          .map((kind) => {
            const { label, does } = kinds[kind];
            const Control = controls[kind] ?? FailingLink;
            return (
              <li key={kind} data-kind={kind}>
                <div className="about">
                  <code>{kind}</code>
                  <p>{does}</p>
                </div>
                <Control kind={kind} label={label} />
                <RowOutcome kind={kind} before={succeededWithoutScripts ? redirected[kind] : undefined} />
              </li>
            );
          })}
      </ul>
    </section>
  ));
}
