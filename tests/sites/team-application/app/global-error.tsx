'use client';

import { usePathname } from 'next/navigation';
import { ApplicationError } from 'candor/screens';
import OwnError from './fails/own-error';

/** A screen of the team's own for one page, and that of Candor for the others. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return usePathname() === '/fails' ? <OwnError {...props} /> : <ApplicationError {...props} />;
}
