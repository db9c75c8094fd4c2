import { Mark } from '../../parts/mark';

export const config = { runtime: 'experimental-edge' };

export const getServerSideProps = async () => ({ props: {} });

export default function LegacyEdge() {
  return (
    <main>
      <h1>Edge</h1>
      <Mark />
    </main>
  );
}
