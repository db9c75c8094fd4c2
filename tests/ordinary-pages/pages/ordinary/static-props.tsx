import { Hydrated } from '../../app/ordinary/hydrated';

export const getStaticProps = () => ({ props: { now: new Date().toISOString() }, revalidate: 1 });

export default function Page({ now }: { now: string }) {
  return (
    <>
      <time>{now}</time>
      <Hydrated />
    </>
  );
}
