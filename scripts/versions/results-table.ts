import { checkNames, isRed, type CheckResult, type SetResult } from './run-set';

const columns = ['set', 'versions', 'run on', 'kinds', 'policy', 'self-check', 'types', 'patches in effect', 'result'];

/** A row for each result, as cells. */
export function rowsOf(results: readonly SetResult[]): string[][] {
  return results.map((result) => [
    result.set,
    versionsCell(result),
    result.date,
    ...checkNames.map((name) => checkCell(result.checks[name])),
    `${result.inEffect.length} of ${result.inEffect.length + result.unproven.length}`,
    isRed(result) ? `**red**: ${causeOf(result)}` : 'green',
  ]);
}

/** What failed, in a few words. */
export function causeOf({ checks, problem }: SetResult): string {
  const failed = checkNames.flatMap((name) => checks[name]?.failed.map((title) => `${name}: ${title}`) ?? []);
  const shown = failed.length > 4 ? [...failed.slice(0, 3), `and ${failed.length - 3} more`] : failed;
  const missing = checkNames.filter((name) => checks[name] === undefined);
  const first = problem?.split('\n')[0] ?? (missing.length > 0 ? `not run: ${missing.join(', ')}` : undefined);
  return [...(first === undefined ? [] : [first]), ...shown].join('; ');
}

function versionsCell({ versions, overrides, bundler }: SetResult): string {
  const all = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const instead = Object.entries(overrides).map(([name, version]) => `${name} ${version} by an override`);
  return [...all, ...instead, bundler].join(', ');
}

function checkCell(check: CheckResult | undefined): string {
  if (check === undefined) return 'not run';
  const { passed, failed, note } = check;
  return [`${passed} passed`, ...(failed.length > 0 ? [`${failed.length} failed`] : []), ...(note ? [note] : [])].join(
    ', ',
  );
}

export function markdownTable(rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

const betweenMarkers = /(<!-- versions -->\n)([\s\S]*?)(<!-- \/versions -->)/;

/** The document with these rows in its table: a row replaces the one of its set, and the other rows stay. */
export function withRows(document: string, rows: readonly string[][]): string {
  const [, , table = ''] = betweenMarkers.exec(document) ?? [];
  const kept = (table.match(/^\|.*(?=\|$)/gm) ?? []).slice(2).map((line) =>
    line
      .slice(1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
  const isSame = ([set]: readonly string[]) => rows.some(([name]) => name === set);
  // In the order of the table, with what is new at its end.
  const merged = kept.map((row) => (isSame(row) ? (rows.find(([set]) => set === row[0]) ?? row) : row));
  const added = rows.filter(([set]) => !kept.some(([name]) => name === set));
  return document.replace(betweenMarkers, (_, start: string, _table: string, end: string) =>
    [start, '\n', markdownTable([...merged, ...added]), '\n\n', end].join(''),
  );
}
