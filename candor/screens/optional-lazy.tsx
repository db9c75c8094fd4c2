import { lazy, Suspense, type ComponentType } from 'react';

/** Loads a part of a screen when the screen is shown. If that fails, the screen is shown without it. */
export function optionalLazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(() =>
    load()
      .catch(leaveOut)
      .then((part) => ({ default: part })),
  );
  return function OptionalLazy(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

function leaveOut(error: unknown): () => null {
  console.warn('A part of this screen could not be loaded.', error);
  return () => null;
}
