'use client';

export default function ProductError({ error }: { error: Error & { digest?: string } }) {
  return <p role="alert">{error.digest}</p>;
}
