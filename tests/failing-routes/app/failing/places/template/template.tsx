import { fail } from '../fail';

export default async function Template(): Promise<React.ReactNode> {
  return fail('a template');
}
