import { Counter } from '../counter';

export const dynamic = 'force-dynamic';

export default function Page() {
  return (
    <>
      <h1>Rendered docs</h1>
      <Counter />
    </>
  );
}
