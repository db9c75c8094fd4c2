import { fail } from '../fail';

export const contentType = 'image/png';

export default function Image(): Promise<never> {
  return fail('an image that is made');
}
