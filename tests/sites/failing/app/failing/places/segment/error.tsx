'use client';

/** A boundary as a team writes it, which reports nothing. */
export default function SegmentFailed({ error }: { error: Error & { digest?: string } }) {
  return <p role="alert">This part failed. Digest: {error.digest}</p>;
}
