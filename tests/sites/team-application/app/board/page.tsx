import Link from 'next/link';
import { Page } from '../../parts/page';

export default function Board() {
  return (
    <Page title="Board">
      <Link href="/board/photo/1">Photo</Link>
    </Page>
  );
}
