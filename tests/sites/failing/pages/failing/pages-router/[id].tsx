import { Component, useState, type ReactNode } from 'react';

class OfLibrary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <p role="alert">The library is sorry.</p> : this.props.children;
  }
}

/** A page of the Pages Router. */
export default function Boundary() {
  return (
    <main>
      <OfLibrary>
        <Fails name="Inside" />
      </OfLibrary>
      <Fails name="Outside" />
    </main>
  );
}

function Fails({ name }: { name: string }) {
  const [thrown, setThrown] = useState<Error>();
  if (thrown) throw thrown;
  return (
    <button type="button" onClick={() => setThrown(new Error(`Failing: ${name} of a page of the Pages Router.`))}>
      {name}
    </button>
  );
}
