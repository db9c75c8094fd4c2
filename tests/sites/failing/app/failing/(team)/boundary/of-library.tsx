'use client';

import { Component, useState, type ReactNode } from 'react';

/** As a library has it. */
export class OfLibrary extends Component<
  { children?: ReactNode; rethrows?: boolean },
  { thrown?: { value: unknown } }
> {
  override state: { thrown?: { value: unknown } } = {};

  static getDerivedStateFromError(value: unknown) {
    return { thrown: { value } };
  }

  override render() {
    const { thrown } = this.state;
    if (thrown && this.props.rethrows) throw thrown.value;
    return thrown ? <p role="alert">The library is sorry.</p> : this.props.children;
  }
}

export function Fails({ name }: { name: string }) {
  const [thrown, setThrown] = useState<Error>();
  if (thrown) throw thrown;
  return (
    <button type="button" onClick={() => setThrown(new Error(`Failing: ${name}.`))}>
      {name}
    </button>
  );
}
