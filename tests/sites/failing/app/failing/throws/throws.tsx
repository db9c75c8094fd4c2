'use client';

import { values } from './values';

export function Throws({ what }: { what: string }): React.ReactNode {
  throw values[what]?.();
}
