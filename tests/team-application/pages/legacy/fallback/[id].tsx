import { useRouter } from 'next/router';
import { Mark } from '../../../parts/mark';

export const getStaticPaths = () => ({ paths: [{ params: { id: 'built' } }], fallback: true });
export const getStaticProps = async ({ params }: { params: { id: string } }) => ({ props: { id: params.id } });

export default function Paths({ id }: { id: string }) {
  const { isFallback } = useRouter();
  return (
    <main>
      <h1>{isFallback ? 'Loading' : id}</h1>
      <Mark />
    </main>
  );
}
