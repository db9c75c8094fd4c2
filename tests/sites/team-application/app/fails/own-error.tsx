'use client';

import { useFailure } from 'candor/screens';

export default function GlobalError(props: { error: unknown; retry: () => void }) {
  const { texts, retry } = useFailure(props.error, props.retry);
  return (
    <html lang="en">
      <body>
        <title>{texts.title}</title>
        <main>
          <h1>{texts.title}</h1>
          <p>{texts.message}</p>
          <p>{texts.advice}</p>
          {texts.reference && (
            <p>
              {texts.quote} <code>{texts.reference}</code>
            </p>
          )}
          <button onClick={retry}>{texts.again}</button>
        </main>
      </body>
    </html>
  );
}
