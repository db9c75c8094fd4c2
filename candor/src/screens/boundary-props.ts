type Retry = () => void;

/** The props that Next passes to a boundary's fallback: `retry` under the name that its version has for it. */
export type BoundaryProps = { error: unknown } & (
  { retry: Retry; unstable_retry?: undefined } | { retry?: undefined; unstable_retry: Retry }
);
