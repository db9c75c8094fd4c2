import { headers } from 'next/headers';
import { Hydrated } from '../hydrated';

// Next wants to be told that nothing of it is built.
export const instant = false;

/** Has a script of the application’s own, with the nonce that Candor hands to a page. */
export default async function Page() {
  const sent = await headers();
  return (
    <>
      <script
        nonce={sent.get('x-nonce') ?? undefined}
        dangerouslySetInnerHTML={{ __html: `window.own = ${JSON.stringify(sent.get('host'))}` }}
      />
      <Hydrated />
    </>
  );
}
