'use client';

/** In a chunk of its own, which only this page has. */
export function Shown() {
  return <h1>The other page</h1>;
}
