'use client';

/** The server renders another text than the browser. */
export default function Hydration() {
  return (
    <main>
      <p>{typeof window === 'undefined' ? 'server' : 'browser'}</p>
    </main>
  );
}
