import { Mark } from '../../parts/mark';

export const runtime = 'edge';

export default function EdgePage() {
  return (
    <main>
      <h1>Edge</h1>
      <Mark />
    </main>
  );
}
