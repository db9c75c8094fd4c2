import { headers } from 'next/headers';

export default async function Dynamic() {
  const language = (await headers()).get('accept-language');
  return (
    <main>
      <h1>A page for each request</h1>
      <p>{language}</p>
    </main>
  );
}
