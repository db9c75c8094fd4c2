import type { GetServerSidePropsContext } from 'next';
import Image from 'next/image';
import picture from '../../parts/picture.png';
import { Mark } from '../../parts/mark';

export async function getServerSideProps({ query }: GetServerSidePropsContext) {
  if ('fail' in query) throw new Error('Failing: getServerSideProps of the team.');
  return { props: { at: new Date().toISOString() } };
}

export default function Props({ at }: { at: string }) {
  return (
    <main>
      <h1 style={{ color: 'green' }}>Props</h1>
      <time>{at}</time>
      <Image src={picture} alt="One" placeholder="blur" />
      <Mark />
    </main>
  );
}
