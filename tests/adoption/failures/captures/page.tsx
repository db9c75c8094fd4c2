'use client';

import { captureException } from '@sentry/nextjs';
import { useState } from 'react';

export default function Page() {
  const [id, setId] = useState('');
  return <button onClick={() => setId(captureException(new Error('captured: in the browser')))}>Capture {id}</button>;
}
