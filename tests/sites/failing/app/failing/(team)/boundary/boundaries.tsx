'use client';

import { catchError } from 'next/error';
import { Component, useState, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary, type FailureFacts } from 'candor/screens';

type Boundary = ComponentType<{ children?: ReactNode }>;

/** As a library has it. */
class OfLibrary extends Component<{ children?: ReactNode; rethrows?: boolean }, { thrown?: { value: unknown } }> {
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

const OfNext = catchError(() => <p role="alert">The team is sorry.</p>);

/** What a team draws from the facts. */
function Drawn({ texts, event, retry, sendFeedback }: FailureFacts) {
  const [answer, setAnswer] = useState('');
  return (
    <section role="alert">
      <h2>The team draws: {texts.title}</h2>
      <code>{texts.reference}</code> <output data-state={event.state}>{texts.state}</output>
      <button type="button" onClick={retry}>
        {texts.again}
      </button>
      {sendFeedback && (
        <button type="button" onClick={() => void sendFeedback('I clicked.').then(({ text }) => setAnswer(text))}>
          {texts.send}
        </button>
      )}
      {answer}
    </section>
  );
}

const boundaries: Record<string, Boundary> = {
  segment: ({ children }) => children,
  library: OfLibrary,
  rethrown: ({ children }) => <OfLibrary rethrows>{children}</OfLibrary>,
  next: OfNext,
  ours: ErrorBoundary,
  fallback: ({ children }) => <ErrorBoundary fallback={<p role="alert">Nothing here.</p>}>{children}</ErrorBoundary>,
  drawn: ({ children }) => <ErrorBoundary fallback={Drawn}>{children}</ErrorBoundary>,
};

/** Two parts that fail at a click, each in a boundary of its own. */
export function Boundaries({ way }: { way: string }) {
  const Boundary = boundaries[way];
  if (!Boundary) return null;
  return ['First', 'Second'].map((name) => (
    <Boundary key={name}>
      <Fails name={name} />
    </Boundary>
  ));
}

function Fails({ name }: { name: string }) {
  const [thrown, setThrown] = useState<Error>();
  if (thrown) throw thrown;
  return (
    <p>
      <button type="button" onClick={() => setThrown(new Error(`Failing: ${name}.`))}>
        {name}
      </button>
      <button type="button" onClick={() => setTimeout(() => setThrown(new Error(`Failing: ${name}, later.`)), 300)}>
        {name} later
      </button>
    </p>
  );
}
