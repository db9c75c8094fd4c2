import { Hydrated } from '../../hydrated';

export const revalidate = 1;

export default function Page() {
  return (
    <>
      <time>{new Date().toISOString()}</time>
      <Hydrated />
    </>
  );
}
