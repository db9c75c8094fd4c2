'use client';

import { ErrorBoundary } from 'candor/screens';
import { createContext, useContext, useState, type CSSProperties } from 'react';

const Failing = createContext(false);

/** Small parts of a page, each in a boundary of its own, which all fail at a press. */
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
      <Place name="toast" style={toast} />
    </Failing>
  );
}

const toast: CSSProperties = {
  position: 'fixed',
  insetBlockEnd: 0,
  insetInlineEnd: 0,
  boxSizing: 'border-box',
  width: 'min(240px, 100%)',
  maxHeight: '30%',
  overflow: 'auto',
  padding: 8,
  border: '1px solid',
  background: 'Canvas',
};

function Place({ name, style }: { name: string; style: CSSProperties }) {
  return (
    <div data-place={name} style={style}>
      <Part />
    </div>
  );
}

function Part() {
  return (
    <ErrorBoundary>
      <Fails />
    </ErrorBoundary>
  );
}

function Fails() {
  if (useContext(Failing)) throw new Error('Sample error: a small part of a page of the team.');
  return <span>12</span>;
}
