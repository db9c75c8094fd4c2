'use client';

// The team's own: Candor's is not used.
export default function OwnError() {
  return <p>Our own words.</p>;
}
