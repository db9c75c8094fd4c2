'use client';

import { useEffect, useState } from 'react';

// (func (export "answer") (result i32) i32.const 42)
const bytes = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 10, 1, 6, 97, 110, 115, 119, 101, 114, 0, 0, 10,
  6, 1, 4, 0, 65, 42, 11,
];

export function Run() {
  const [answer, setAnswer] = useState(0);
  useEffect(() => {
    void WebAssembly.instantiate(new Uint8Array(bytes)).then(({ instance }) =>
      setAnswer((instance.exports.answer as () => number)()),
    );
  }, []);
  return <p data-answer>{answer}</p>;
}
