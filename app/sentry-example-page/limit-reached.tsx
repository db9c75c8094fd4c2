import { reporter } from '../_reporting/reporter';
import { Screen } from '../_screens/screen';

/** In place of a failure on purpose that would be one too many. Its status, 429, is given by proxy.ts. */
export function LimitReached() {
  const verdict = reporter().failureLimit.look();
  const seconds = verdict.state === 'refused' ? verdict.retryAfterSeconds : 0;
  return (
    <Screen title="Enough failures for now">
      <p>
        Nothing failed. This site fails on purpose only so often a minute, and has done so. It can fail again in{' '}
        {seconds} s. (429)
      </p>
      <div className="actions">
        {/* No Link: prefetched, it would be out of date. */}
        <a className="button" href="/sentry-example-page">
          Go to the example page
        </a>
      </div>
    </Screen>
  );
}
