import { fail } from '../fail';

export const generateMetadata = () => fail('generateMetadata');

export default function Page() {
  return <h1>The page itself</h1>;
}
