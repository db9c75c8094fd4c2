import { fail } from '../../fail';

export default async function Layout(): Promise<React.ReactNode> {
  return fail('an inner layout');
}
