import { Suspense } from 'react';
import { Mark } from '../../parts/mark';
import { Filter } from './filter';

export default function FilterPage() {
  return (
    <main>
      <h1>Filter</h1>
      <Suspense>
        <Filter />
      </Suspense>
      <Mark />
    </main>
  );
}
