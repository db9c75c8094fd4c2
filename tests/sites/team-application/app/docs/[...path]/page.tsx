import { Page } from '../../../parts/page';

export default async function Docs({ params }: { params: Promise<{ path: string[] }> }) {
  return <Page title={(await params).path.join(' / ')} />;
}
