import { use } from 'react';
import { fail } from '../fail';

export default function Page() {
  return <h1>{use(fail('use() in a Server Component'))}</h1>;
}
