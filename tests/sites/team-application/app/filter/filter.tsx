'use client';

import { useRouter, useSearchParams } from 'next/navigation';

export function Filter() {
  const router = useRouter();
  const color = useSearchParams()?.get('color') ?? 'any';
  return <button onClick={() => router.push('/filter?color=red')}>{color}</button>;
}
