import { Mark } from '../../parts/mark';
import { Portal } from './portal';

export default function PortalPage() {
  return (
    <main>
      <h1>Portal</h1>
      <Portal />
      <Mark />
    </main>
  );
}
