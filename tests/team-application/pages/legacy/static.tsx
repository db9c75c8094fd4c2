import { Mark } from '../../parts/mark';

export const getStaticProps = async () => ({ props: { at: new Date().toISOString() }, revalidate: 1 });

export default function Static({ at }: { at: string }) {
  return (
    <main>
      <h1>Static</h1>
      <time>{at}</time>
      <Mark />
    </main>
  );
}
