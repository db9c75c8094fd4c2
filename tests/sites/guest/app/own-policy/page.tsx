import { Counter } from '../counter';

export default function Page() {
  return (
    <>
      <h1>Own policy</h1>
      <Counter />
    </>
  );
}
