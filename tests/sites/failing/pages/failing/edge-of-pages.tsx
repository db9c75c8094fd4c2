import { Hydrated } from '../../app/hydrated';

export const config = { runtime: 'experimental-edge' };

export const getServerSideProps = async () => ({ props: {} });

export default function Edge() {
  return <Hydrated />;
}
