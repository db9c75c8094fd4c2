'use client';

export function Table({ rows }: { rows: { row: number; text: string }[] }) {
  return (
    <ul>
      {rows.map(({ row, text }) => (
        <li key={row}>{text}</li>
      ))}
    </ul>
  );
}
