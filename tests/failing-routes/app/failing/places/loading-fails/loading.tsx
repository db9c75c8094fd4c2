import { fail } from '../fail';

export default async function Loading(): Promise<React.ReactNode> {
  return fail('loading.tsx');
}
