import { Page } from '../../parts/page';
import { Places } from './places';

export default function PlacesPage() {
  return (
    <Page title="Places">
      <Places />
    </Page>
  );
}
