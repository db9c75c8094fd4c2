import { Mark } from '../../parts/mark';
import { Run } from './run';

export default function WasmPage() {
  return (
    <main>
      <h1>WASM</h1>
      <Run />
      <Mark />
    </main>
  );
}
