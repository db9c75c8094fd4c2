import { Page } from '../../../../parts/page';

export default async function Photo({ params }: { params: Promise<{ id: string }> }) {
  return <Page title={`Photo ${(await params).id}`} />;
}
