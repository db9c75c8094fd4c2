import { Page } from '../../parts/page';

export const runtime = 'edge';

export default function EdgePage() {
  return <Page title="Edge" />;
}
