import { draftMode } from 'next/headers';
import { Made } from '../../parts/made';
import { Mark } from '../../parts/mark';

export default async function Preview() {
  return (
    <main>
      <h1>{(await draftMode()).isEnabled ? 'Draft' : 'Published'}</h1>
      <Made />
      <Mark />
    </main>
  );
}
