import { fail } from '../fail';

export const generateViewport = () => fail('generateViewport');

export default function Page() {
  return <h1>The page itself</h1>;
}
