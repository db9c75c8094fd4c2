import { headers } from 'next/headers';

/** Throws what the request says, as code does that puts into its messages what it was given. */
export default async function Says(): Promise<React.ReactNode> {
  const words = (await headers()).get('X-Words') ?? '';
  throw new Error(words, { cause: Object.assign(new Error(`The cause: ${words}`), { words }) });
}
