import { cookies } from 'next/headers';
import { Counter } from '../counter';

export default async function Page() {
  await cookies();
  return (
    <>
      <h1>Dynamic</h1>
      <Counter />
    </>
  );
}
