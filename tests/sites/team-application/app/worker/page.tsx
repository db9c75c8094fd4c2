import { Page } from '../../parts/page';
import { Run } from './run';

export default function WorkerPage() {
  return (
    <Page title="Worker">
      <Run />
    </Page>
  );
}
