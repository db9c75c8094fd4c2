import { cookies, headers } from 'next/headers';
import { Page } from '../../parts/page';

export default async function Account() {
  const session = (await cookies()).get('session')?.value ?? 'nobody';
  const agent = (await headers()).get('user-agent') ?? '';
  return (
    <Page title="Account">
      <p>
        {session} {agent.length > 0 && 'with a browser'}
      </p>
    </Page>
  );
}
