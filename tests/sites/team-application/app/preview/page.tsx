import { draftMode } from 'next/headers';
import { Made } from '../../parts/made';
import { Page } from '../../parts/page';

export default async function Preview() {
  return (
    <Page title={(await draftMode()).isEnabled ? 'Draft' : 'Published'}>
      <Made />
    </Page>
  );
}
