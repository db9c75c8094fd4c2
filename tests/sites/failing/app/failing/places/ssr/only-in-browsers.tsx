'use client';

export function OnlyInBrowsers() {
  if (typeof window === 'undefined') throw new Error('Failing: a Client Component on the server.');
  return <p>Recovered in {window.location.hostname}</p>;
}
