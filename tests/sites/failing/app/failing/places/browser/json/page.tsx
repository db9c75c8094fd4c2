'use client';

import { useEffect } from 'react';

/** A page whose effect reads the not-found screen as JSON, as code does that calls an address which is gone. */
export default function Page() {
  useEffect(() => void fetch('/does-not-exist').then((response) => response.json()), []);
  return <h1>A page that reads JSON</h1>;
}
