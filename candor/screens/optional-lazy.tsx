import { lazy, Suspense, type ComponentType } from 'react';

/** A part of a screen that only who sees the screen loads. When it cannot be loaded the screen does without it. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(() =>
    load()
      .catch(leftOut)
      .then((part) => ({ default: part })),
  );
  return function Late(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

function leftOut(error: unknown): () => null {
  console.warn('A part of this screen could not be loaded.', error);
  return () => null;
}
