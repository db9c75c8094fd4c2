import { headers } from 'next/headers';
import { Suspense } from 'react';

async function OwnScript() {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `window.hasRun = true` }} />;
}

export default function Page() {
  return (
    <main>
      <h1>A script</h1>
      <Suspense>
        <OwnScript />
      </Suspense>
    </main>
  );
}
