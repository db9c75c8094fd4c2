'use client';

import { useEffect } from 'react';
import { arrive } from './outcomes';

/** Notes, for the page that was left, with which status this document came. */
export function Arrival() {
  useEffect(arrive, []);
  return null;
}
