import Link from 'next/link';
import { Page } from '../../../parts/page';

const words: Record<string, string> = { de: 'Willkommen', fr: 'Bienvenue' };

export default async function Welcome({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params;
  return (
    <Page title={words[lang] ?? 'Welcome'}>
      <Link href={`/${lang === 'de' ? 'fr' : 'de'}/welcome`}>Other language</Link>
    </Page>
  );
}
