import { cookies } from 'next/headers';
import { Page } from '../../parts/page';

export default async function Account() {
  return <Page title={`Account of ${(await cookies()).get('session')?.value ?? 'nobody'}`} />;
}
