import { Screen } from '../../candor/screens/screen';
import { Arrival } from './arrival';

/** In place of a failure on purpose that would be one too many. */
export function LimitReached({ retryAfterSeconds }: { retryAfterSeconds: number }) {
  return (
    <Screen title="Enough failures for now">
      <Arrival />
      <p>
        Nothing failed. This site fails on purpose only so often a minute, and has done so. It can fail again in{' '}
        {retryAfterSeconds} s. (429)
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
