import { fail } from './fail';

export default function sitemap(): Promise<never> {
  return fail('a sitemap');
}
