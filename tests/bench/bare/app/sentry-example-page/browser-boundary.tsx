'use client';

export function ThrowUnderBoundary({ label }: { label: string }) {
  return <button type="button">{label}</button>;
}
