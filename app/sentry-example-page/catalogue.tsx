import {
  fail,
  failAfterResponse,
  reportCaught,
  triggerForbidden,
  triggerNotFound,
  triggerUnauthorized,
} from './actions';
import { ThrowUnderBoundary } from './browser-boundary';
import { LoseNetwork, RejectPromise, ThrowInHandler, ThrowWhileRendering } from './browser-controls';
import { allKinds, kinds, type Group, type Kind, type UrlKind } from './kinds';
import { RowOutcome } from './row-outcome';
import { FailingForm, FailingLink, ReportingForm, RouteHandlerLink, RunAction } from './server-controls';

type ControlProps = { kind: Kind; label: string };
type Control = (props: ControlProps) => React.ReactNode;

/** A kind with a URL has a link, unless another control stands here. */
const controls: Record<Exclude<Kind, UrlKind>, Control> & { [kind in UrlKind]?: Control } = {
  'browser-error': ({ label }) => <ThrowInHandler label={label} />,
  'browser-rejection': ({ label }) => <RejectPromise label={label} />,
  'browser-render': ({ label }) => <ThrowWhileRendering label={label} />,
  'browser-boundary': ({ label }) => <ThrowUnderBoundary label={label} />,
  'browser-offline': ({ label }) => <LoseNetwork label={label} />,
  'server-action': (props) => <FailingForm {...props} action={fail} />,
  'route-handler': (props) => <RouteHandlerLink {...props} />,
  'after-response': (props) => <ReportingForm {...props} action={failAfterResponse} />,
  handled: (props) => <ReportingForm {...props} action={reportCaught} />,
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
const redirected: { [kind in Kind]?: { note: string } } = {
  'after-response': { note: 'The action succeeded, and failed after its response: see the log.' },
  handled: { note: 'The action caught an error and reported it: see the log.' },
  'server-action-ok': { note: 'The action succeeded.' },
};

type Props = {
  /** The kind whose form was posted without JavaScript. */
  done?: string | string[] | undefined;
  /** The URL of the local inbox, if events go there. */
  inboxUrl?: string | undefined;
};

/** Every kind of failure in a row: what it does, its control, and its latest outcome. */
export function Catalogue({ done, inboxUrl }: Props) {
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
                <RowOutcome kind={kind} before={done === kind ? redirected[kind] : undefined} inboxUrl={inboxUrl} />
              </li>
            );
          })}
      </ul>
    </section>
  ));
}
