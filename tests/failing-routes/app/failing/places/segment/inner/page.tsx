import { fail } from '../../fail';

export default async function Page(): Promise<React.ReactNode> {
  return fail('a page below error.tsx');
}
