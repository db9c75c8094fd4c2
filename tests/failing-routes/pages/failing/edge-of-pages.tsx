import { Hydrated } from '../../app/failing/edge/hydrates/hydrated';

export const config = { runtime: 'experimental-edge' };

export const getServerSideProps = async () => ({ props: {} });

export default function Edge() {
  return <Hydrated />;
}
