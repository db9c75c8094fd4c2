import Head from 'next/head';
import Link from 'next/link';
import { Page } from '../../parts/page';

export default function Legacy() {
  return (
    <Page title="Legacy">
      <Head>
        <title>Legacy</title>
      </Head>
      <Link href="/legacy/props">Props</Link> <Link href="/about">About</Link>
      <style jsx>{`
        a {
          color: green;
        }
      `}</style>
    </Page>
  );
}
