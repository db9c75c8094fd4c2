import { headers } from 'next/headers';
import Script from 'next/script';
import { Hydrated } from '../hydrated';

const note = (name: string) => `(window.ran ||= []).push('${name}')`;

export default async function Page() {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: note('element') }} />
      <Script id="after" nonce={nonce}>
        {note('after')}
      </Script>
      <Hydrated />
    </>
  );
}
