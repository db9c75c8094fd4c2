import { Screen } from 'candor/dist/screens/screen';
import { Arrival } from './arrival';

/** Shown in place of a failure that the limit prevents. */
export function LimitReached({ retryAfterSeconds }: { retryAfterSeconds: number }) {
  return (
    <Screen title="Enough failures for now">
      <Arrival />
      <p>
        Nothing failed. The limit of sample failures per minute is reached. Try again in {retryAfterSeconds} s. (429)
      </p>
      <div className="actions">
        {/* A Link would prefetch the page, and show it out of date. */}
        <a className="button" href="/sentry-example-page">
          Go to the example page
        </a>
      </div>
    </Screen>
  );
}
