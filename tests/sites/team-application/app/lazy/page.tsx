import { Page } from '../../parts/page';
import { Lazy } from './lazy';

export default function LazyPage() {
  return (
    <Page title="Lazy">
      <Lazy />
    </Page>
  );
}
