/** What a visitor can quote, such as `Digest: …`, in one element and with one look wherever it stands. */
export function ReferenceLine({ text }: { text: string }) {
  return (
    <p className="reference">
      <code>{text}</code>
    </p>
  );
}
