import * as Sentry from '@sentry/nextjs';

type Meeting = { arrived: number; open: () => void; opened: Promise<void> };

const meetings = ((globalThis as { meetings?: Map<string, Meeting> }).meetings ??= new Map<string, Meeting>());

/** Resolves when this many have called it with this name. */
export async function meet(name: string, many: number): Promise<void> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const meeting = meetings.get(name) ?? { arrived: 0, open, opened };
  meetings.set(name, meeting);
  meeting.arrived += 1;
  if (meeting.arrived === many) meeting.open();
  await meeting.opened;
}

/** Sets what the SDK keeps for a request, while as many other requests do the same, and fails in its own way. */
export async function setAndFail({ id, many, how }: { id: string; many: number; how: string }): Promise<void> {
  Sentry.setTag('of_request', id);
  await meet('tagged', many);
  Sentry.setExtra('extra', id);
  Sentry.setContext('own', { id });
  Sentry.setUser({ id });
  Sentry.setTag(`only_${id}`, 'yes');
  await meet('all set', many);
  Sentry.addBreadcrumb({ message: id });
  await meet('all have breadcrumbs', many);
  if (how === 'throw') throw new Error(`Failing: request ${id}`);
  if (how === 'capture') Sentry.captureException(new Error(`Failing: request ${id}`));
}

/** A handler that does so as its request says. */
export async function handle(request: Request): Promise<Response> {
  const { id = '', many = '1', how = '' } = Object.fromEntries(new URL(request.url).searchParams);
  await setAndFail({ id, many: Number(many), how });
  return new Response('Done');
}
