import { Page } from '../../parts/page';

export const getStaticProps = async () => ({ props: { at: new Date().toISOString() }, revalidate: 1 });

export default function Static({ at }: { at: string }) {
  return (
    <Page title="Static">
      <time>{at}</time>
    </Page>
  );
}
