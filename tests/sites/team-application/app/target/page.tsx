import { Page } from '../../parts/page';

export default function Target() {
  return <Page title="Target" />;
}
