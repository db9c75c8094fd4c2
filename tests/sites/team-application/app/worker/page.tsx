'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { Page } from '../../parts/page';

// (func (export "answer") (result i32) i32.const 42)
const bytes = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 10, 1, 6, 97, 110, 115, 119, 101, 114, 0, 0, 10,
  6, 1, 4, 0, 65, 42, 11,
];

const Lazy = dynamic(() => import('./only-in-browsers'), { ssr: false, loading: () => <p>…</p> });

/** Code beside that of the page: a worker, WebAssembly, and a part that only browsers load. */
export default function WorkerPage() {
  const [byWorker, setByWorker] = useState(0);
  const [byWasm, setByWasm] = useState(0);
  useEffect(() => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    worker.onmessage = ({ data }: MessageEvent<number>) => setByWorker(data);
    worker.postMessage(21);
    void WebAssembly.instantiate(new Uint8Array(bytes)).then(({ instance }) =>
      setByWasm((instance.exports.answer as () => number)()),
    );
    return () => worker.terminate();
  }, []);
  return (
    <Page title="Worker">
      <p data-answer>{`${byWorker} ${byWasm}`}</p>
      <Lazy />
    </Page>
  );
}
