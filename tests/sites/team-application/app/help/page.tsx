import { Mark } from '../../parts/mark';
import MdxContent from './help.mdx';

export default function Help() {
  return (
    <main>
      <MdxContent components={{ h1: 'h1' }} />
      <Mark />
    </main>
  );
}
