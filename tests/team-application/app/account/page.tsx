import { cookies, headers } from 'next/headers';
import { Mark } from '../../parts/mark';

export default async function Account() {
  const session = (await cookies()).get('session')?.value ?? 'nobody';
  const agent = (await headers()).get('user-agent') ?? '';
  return (
    <main>
      <h1>Account</h1>
      <p>
        {session} {agent.length > 0 && 'with a browser'}
      </p>
      <Mark />
    </main>
  );
}
