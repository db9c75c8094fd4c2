import { Mark } from '../../parts/mark';
import { Run } from './run';

export default function WorkerPage() {
  return (
    <main>
      <h1>Worker</h1>
      <Run />
      <Mark />
    </main>
  );
}
