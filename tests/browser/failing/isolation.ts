import type { FakeIngest, ReceivedEvent } from '../../support/fake-ingest';
import { expect } from './fixtures';

/** So that an event of one test is not found by another one. */
let runs = 0;

/** Lets requests of these paths set what the SDK keeps, step by step together, and fail in their own ways. */
export async function expectIsolation(
  url: string,
  ingest: FakeIngest,
  paths: string[],
  setAtStart: string,
): Promise<void> {
  const ways = ['throw', 'capture', 'nothing'];
  const many = 60;
  const run = (runs += 1);
  const requests = Array.from({ length: many }, (_, index) => ({
    id: `r${run}-${index}`,
    how: ways[index % ways.length] ?? '',
    path: paths[index % paths.length],
  }));
  await Promise.all(requests.map(({ id, how, path }) => fetch(`${url}${path}?id=${id}&how=${how}&many=${many}`)));
  const eventOf = (id: string) =>
    ingest.waitForEvent(({ exception }) => exception?.values.at(-1)?.value === `Failing: request ${id}`);
  const onlyTags = ({ tags }: ReceivedEvent) => Object.keys(tags ?? {}).filter((name) => name.startsWith('only_'));
  for (const { id } of requests.filter(({ how }) => how !== 'nothing')) {
    const event = await eventOf(id);
    expect(event.tags).toMatchObject({ of_request: id, [`only_${id}`]: 'yes', set_at_start: setAtStart });
    expect(onlyTags(event)).toEqual([`only_${id}`]);
    const set = { extra: { extra: id }, contexts: { own: { id } }, user: { id }, breadcrumbs: [{ message: id }] };
    expect(event).toMatchObject(set);
  }
  const later = `later${run}`;
  await fetch(`${url}${paths[0]}?id=${later}&how=capture&many=1`);
  expect(onlyTags(await eventOf(later))).toEqual([`only_${later}`]);
}
