import { Page } from '../../parts/page';
import { Portal } from './portal';

export default function PortalPage() {
  return (
    <Page title="Portal">
      <Portal />
    </Page>
  );
}
