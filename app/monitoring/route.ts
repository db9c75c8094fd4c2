import { isEventId } from '../_reporting/digest';
import { reporter } from '../_reporting/reporter';
import { acceptEnvelope, answer, refuse } from '../_delivery/tunnel';

export async function POST(request: Request): Promise<Response> {
  const { delivery, log } = reporter();
  if (delivery === undefined) return refuse(404, 'Reporting is off on this server.');
  return acceptEnvelope(request, delivery, log);
}

export function GET(request: Request): Response {
  const { delivery, environment, release } = reporter();
  const event = new URL(request.url).searchParams.get('event');
  if (event !== null && !isEventId(event)) return refuse(400, 'An event id has 32 hexadecimal digits.');
  if (event !== null) return answer(200, { event, ...(delivery?.stateOf(event) ?? { state: 'off' }) });
  return answer(200, {
    reporting: delivery === undefined ? 'off' : 'on',
    environment,
    release,
    delivery: delivery?.counters() ?? { sent: 0, queued: 0, dropped: {} },
  });
}
