'use client';

import { useEffect, useState } from 'react';

export function Run() {
  const [answer, setAnswer] = useState(0);
  useEffect(() => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    worker.onmessage = ({ data }: MessageEvent<number>) => setAnswer(data);
    worker.postMessage(21);
    return () => worker.terminate();
  }, []);
  return <p data-answer>{answer}</p>;
}
