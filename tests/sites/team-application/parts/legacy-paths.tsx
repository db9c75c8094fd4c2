import { useRouter } from 'next/router';
import { Page } from './page';

export const getStaticProps = async ({ params }: { params: { id: string } }) => ({ props: { id: params.id } });

export default function Paths({ id }: { id: string }) {
  return <Page title={useRouter().isFallback ? 'Loading' : id} />;
}
