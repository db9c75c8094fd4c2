import { Suspense } from 'react';
import { Page } from '../../parts/page';
import { Filter } from './filter';

export default function FilterPage() {
  return (
    <Page title="Filter">
      <Suspense>
        <Filter />
      </Suspense>
    </Page>
  );
}
