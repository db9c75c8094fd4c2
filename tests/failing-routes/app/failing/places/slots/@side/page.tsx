import { fail } from '../../fail';

export default async function Side(): Promise<React.ReactNode> {
  return fail('a parallel slot');
}
