import Link from 'next/link';
import { Mark } from '../../../parts/mark';

const words: Record<string, string> = { de: 'Willkommen', fr: 'Bienvenue' };

export default async function Welcome({ params }: { params: Promise<{ lang: string }> }) {
  const { lang } = await params;
  return (
    <main>
      <h1>{words[lang] ?? 'Welcome'}</h1>
      <Link href={`/${lang === 'de' ? 'fr' : 'de'}/welcome`}>Other language</Link>
      <Mark />
    </main>
  );
}
