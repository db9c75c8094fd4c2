'use client';

import { useServerInsertedHTML } from 'next/navigation';
import { useState } from 'react';
import { StyleRegistry, createStyleRegistry } from 'styled-jsx';

function Registry({ children }: { children: React.ReactNode }) {
  const [registry] = useState(() => createStyleRegistry());
  useServerInsertedHTML(() => {
    const styles = registry.styles();
    registry.flush();
    return <>{styles}</>;
  });
  return <StyleRegistry registry={registry}>{children}</StyleRegistry>;
}

function Inner() {
  return (
    <p className="jsx">
      Jsx
      <style jsx>{`
        .jsx {
          color: green;
        }
      `}</style>
    </p>
  );
}

export function Jsx() {
  return (
    <Registry>
      <Inner />
    </Registry>
  );
}
