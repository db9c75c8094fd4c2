import { connection } from 'next/server';
import { note } from '../../../parts/note';

/** Has a script that stands in no document of the build and in no code: it cannot run here without the nonce. */
export default async function ComputedScript() {
  await connection();
  return (
    <main>
      <h1>A computed script</h1>
      <script dangerouslySetInnerHTML={{ __html: note('computed') }} />
    </main>
  );
}
