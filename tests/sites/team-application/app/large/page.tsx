import { Mark } from '../../parts/mark';
import { Table } from './table';

export default function Large() {
  const rows = Array.from({ length: 4000 }, (_, row) => ({ row, text: `Row ${row} "quoted" <b> 'ü' \u2028` }));
  return (
    <main>
      <h1>Large</h1>
      <Mark />
      <Table rows={rows} />
    </main>
  );
}
