import { Page } from '../../parts/page';

export const config = { runtime: 'experimental-edge' };

export const getServerSideProps = async () => ({ props: {} });

export default function LegacyEdge() {
  return <Page title="Edge" />;
}
