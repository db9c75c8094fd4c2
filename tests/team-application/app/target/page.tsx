import { Mark } from '../../parts/mark';

export default function Target() {
  return (
    <main>
      <h1>Target</h1>
      <Mark />
    </main>
  );
}
