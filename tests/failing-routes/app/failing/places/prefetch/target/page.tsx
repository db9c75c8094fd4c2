import { fail } from '../../fail';

export default async function Page(): Promise<React.ReactNode> {
  return fail('a page that a link prefetched');
}
