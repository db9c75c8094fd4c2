import type { GetServerSidePropsContext } from 'next';
import Image from 'next/image';
import picture from '../../parts/picture.png';
import { Page } from '../../parts/page';

export async function getServerSideProps({ query }: GetServerSidePropsContext) {
  if ('fail' in query) throw new Error('Failing: getServerSideProps of the team.');
  return { props: { at: new Date().toISOString() } };
}

export default function Props({ at }: { at: string }) {
  return (
    <Page title="Props">
      <time style={{ color: 'green' }}>{at}</time>
      <Image src={picture} alt="One" placeholder="blur" />
    </Page>
  );
}
