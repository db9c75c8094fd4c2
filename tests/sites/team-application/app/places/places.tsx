'use client';

import { ErrorBoundary } from 'candor/screens';
import { createContext, useContext, useState, type CSSProperties, type ReactNode } from 'react';

const Failing = createContext(false);

/** Small parts of a page, each in a boundary of its own, which all fail at a press; and two within lines of text. */
export function Places() {
  const [isFailing, setIsFailing] = useState(false);
  return (
    <Failing value={isFailing}>
      <button type="button" onClick={() => setIsFailing(true)}>
        Fail everywhere
      </button>
      <Place name="card" style={{ boxSizing: 'border-box', width: 200, padding: 12, border: '1px solid' }} />
      <Place name="column" style={{ display: 'grid', gridTemplateColumns: '1fr', width: 160 }} />
      <table style={{ width: '100%', whiteSpace: 'nowrap' }}>
        <tbody>
          <tr>
            <th scope="row">Standard</th>
            <td data-place="cell">
              <Part />
            </td>
          </tr>
        </tbody>
      </table>
      <Place name="drawer" style={{ width: 'min(320px, 100%)', height: 300, overflow: 'auto' }} />
      <Place name="toast" style={{ ...toast, insetBlockEnd: 0 }} />
      <p data-place="line">
        Of this lamp we have <Part inline /> in stock, and it is sent the same day.
      </p>
      <Place name="toast-line" style={{ ...toast, insetBlockStart: 0 }}>
        <Part inline />
      </Place>
    </Failing>
  );
}

const toast: CSSProperties = {
  position: 'fixed',
  insetInlineEnd: 0,
  boxSizing: 'border-box',
  width: 'min(240px, 100%)',
  maxHeight: '30%',
  overflow: 'auto',
  padding: 8,
  border: '1px solid',
  background: 'Canvas',
};

function Place({ name, style, children = <Part /> }: { name: string; style: CSSProperties; children?: ReactNode }) {
  return (
    <div data-place={name} style={style}>
      {children}
    </div>
  );
}

function Part({ inline = false }: { inline?: boolean }) {
  return (
    <ErrorBoundary inline={inline}>
      <Fails />
    </ErrorBoundary>
  );
}

function Fails() {
  if (useContext(Failing)) throw new Error('Sample error: a small part of a page of the team.');
  return <span>12</span>;
}
