/** A reference such as `Digest: …`, in one element and with one look everywhere. */
export function ReferenceLine({ text }: { text: string }) {
  return (
    <p className="reference">
      <code>{text}</code>
    </p>
  );
}
