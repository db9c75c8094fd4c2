'use client';

import { useEffect } from 'react';
import { recordArrival } from './pending-navigation';

/** Records the status of this document for the page that led to it. */
export function Arrival() {
  useEffect(recordArrival, []);
  return null;
}
