import { Page } from '../../parts/page';
import { Run } from './run';

export default function WasmPage() {
  return (
    <Page title="WASM">
      <Run />
    </Page>
  );
}
