import { fail } from '../fail';

export default async function NotFound(): Promise<React.ReactNode> {
  return fail('not-found.tsx');
}
