import Script from 'next/script';
import { Hydrated } from '../hydrated';

const note = (name: string) => `(window.ran ||= []).push('${name}')`;

export default function Page() {
  return (
    <>
      <script dangerouslySetInnerHTML={{ __html: note('element') }} />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: '{"@type":"Thing"}' }} />
      <Script id="before" strategy="beforeInteractive">
        {note('before')}
      </Script>
      <Script id="after">{note('after')}</Script>
      <Script id="html" dangerouslySetInnerHTML={{ __html: note('html') }} />
      <Hydrated />
    </>
  );
}
