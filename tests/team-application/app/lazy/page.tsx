import { Mark } from '../../parts/mark';
import { Lazy } from './lazy';

export default function LazyPage() {
  return (
    <main>
      <h1>Lazy</h1>
      <Lazy />
      <Mark />
    </main>
  );
}
